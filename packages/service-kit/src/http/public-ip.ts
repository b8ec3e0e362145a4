import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a numeric IP is on the public internet. A v4-mapped IP is checked as the IPv4 address it contains. Translator
 * and tunnel addresses (NAT64, 6to4, Teredo) are rejected, because they can contain any IPv4 address.
 */
export function isPublicIp(text: string): boolean {
  // ipaddr.js alone also accepts `127.1` and octal numbers.
  if (!isIP(text)) return false;
  const ip = ipaddr.process(text);
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalUnicast));
}
