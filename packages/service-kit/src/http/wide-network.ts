import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/**
 * The wide network of an IP, so wide that one attacker cannot easily use many of them: a /16 of IPv4 or a /32 of IPv6, which
 * providers have, such as `203.0.0.0/16`. Accepts any spelling: IPv4-mapped, with a zone, in upper case. Returns `unknown` if
 * the text is not an IP.
 */
export function wideNetworkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIP(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const [kind, bits] = parsed.kind() === 'ipv4' ? [ipaddr.IPv4, 16] : [ipaddr.IPv6, 32];
  return `${kind.networkAddressFromCIDR(`${parsed}/${bits}`).toString()}/${bits}`;
}
