import { normalizeIp } from './ip-address.ts';
import { ipKeyOf, networkOf, wideNetworkOf } from './ip-networks.ts';

it.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['203.0.255.255', '203.0.255.255', '203.0.255.0/24', '203.0.0.0/16'],
  ['203.1.0.1', '203.1.0.1', '203.1.0.0/24', '203.1.0.0/16'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['::FFFF:CB00:7107', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:0DB8:FFFF:0000:0000:0000:0000:0001', '2001:db8:ffff::/64', '2001:db8:ffff::/48', '2001:db8::/32'],
  ['2001:db9::1', '2001:db9::/64', '2001:db9::/48', '2001:db9::/32'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48', 'fe80::/32'],
  ['::1', '::/64', '::/48', '::/32'],
  ['', 'unknown', 'unknown', 'unknown'],
  ['127.1', 'unknown', 'unknown', 'unknown'],
  ['unix:', 'unknown', 'unknown', 'unknown'],
])('%s is counted as %s, in the network %s and the wide network %s', (text, key, network, wideNetwork) => {
  const ip = normalizeIp(text) ?? 'unknown';
  expect([ipKeyOf(ip), networkOf(ip), wideNetworkOf(ip)]).toEqual([key, network, wideNetwork]);
});
