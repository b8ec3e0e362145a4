import { providerNetworkOf } from './provider-network.ts';

it.each([
  ['203.0.113.7', '203.0.0.0/16'],
  ['203.0.255.255', '203.0.0.0/16'],
  ['203.1.0.1', '203.1.0.0/16'],
  ['::ffff:203.0.113.7', '203.0.0.0/16'],
  ['::FFFF:CB00:7107', '203.0.0.0/16'],
  ['2001:db8:1:2::3', '2001:db8::/32'],
  ['2001:0DB8:FFFF:0000:0000:0000:0000:0001', '2001:db8::/32'],
  ['2001:db9::1', '2001:db9::/32'],
  ['fe80::1%eth0', 'fe80::/32'],
  ['::1', '::/32'],
  ['', 'unknown'],
  ['127.1', 'unknown'],
  ['unix:', 'unknown'],
])('maps %s to the network %s', (ip, network) => {
  expect(providerNetworkOf(ip)).toBe(network);
});
