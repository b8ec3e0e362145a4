import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a numeric address is on the public internet; v4-mapped addresses are judged as the IPv4 address they carry.
 * Addresses of translators and tunnels (NAT64, 6to4, Teredo) are not: they carry IPv4 addresses that anyone may choose.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js alone also takes `127.1` and octal numbers.
  if (!isIP(address)) return false;
  const ip = ipaddr.process(address);
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalUnicast));
}
