import { siteNetworkOf, normalizeIp, subscriberNetworkOf } from './ip-address.ts';

describe('an IP address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['192.0.2.7:5678', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:C000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:DB8::1]:65535', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
  ])('normalizes %s to %s', (text, ip) => expect(normalizeIp(text)).toBe(ip));

  it.each([
    '',
    'unknown',
    '_hidden',
    '127.1',
    '010.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    '256.0.0.1',
    '192.0.2.7:port',
    '192.0.2.7, 192.0.2.8',
    '[192.0.2.7',
    '2001:db8::1]:80',
    '1:2:3:4:5:6:7:8:9',
    `${'1'.repeat(10_000)}.0.0.1`,
  ])('rejects %.40j', (text) => expect(normalizeIp(text)).toBeNull());

  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/64', '2001:db8::/48'],
    ['unknown', 'unknown', 'unknown'],
  ])('%s belongs to the subscriber %s in the network %s', (ip, subscriber, network) =>
    expect([subscriberNetworkOf(ip), siteNetworkOf(ip)]).toEqual([subscriber, network]),
  );
});
