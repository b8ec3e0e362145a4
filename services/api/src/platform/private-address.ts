import { BlockList, isIPv4, isIPv6 } from 'node:net';

// What is not the public internet (https://www.iana.org/assignments/iana-ipv4-special-registry, 2026-01).
const reserved = new BlockList();
const ranges =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
for (const range of ranges.split(' ')) {
  const [network = '', bits] = range.split('/');
  reserved.addSubnet(network, Number(bits), 'ipv4');
}

// Of version 6 only global unicast is public, save documentation and the tunnels that embed version 4 addresses.
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(network, bits, 'ipv6');
}

/** Whether a numeric address lies on the public internet; v4-mapped addresses are judged as what they stand for. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address);
  if (!isIPv6(address) || reserved.check(address, 'ipv6')) return false;
  // `::ffff:0:…` is another range, of translators.
  return globalUnicast.check(address, 'ipv6') || /^::ffff:(?!0{1,4}:)/i.test(address);
}
