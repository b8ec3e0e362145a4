import { isIPv4 } from 'node:net';

import ipaddr from 'ipaddr.js';

/** The network of so many octets of IPv4, or bits of IPv6. Parsing IPv4 would cost 4 % of the time of a lead. */
function prefixOf(ip: string, octets: number, bits: number): string {
  if (isIPv4(ip)) {
    const parts = ip.split('.').map((part, index) => (index < octets ? part : '0'));
    return `${parts.join('.')}/${8 * octets}`;
  }
  return ip.includes(':') ? `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`).toString()}/${bits}` : ip;
}

// These functions expect a normalized IP, or the text for callers without one, which they return unchanged.

/** The unit by which limits count: an IPv4 address, or the /64 of an IPv6 address. */
export const ipKeyOf = (ip: string): string => (isIPv4(ip) ? ip : prefixOf(ip, 4, 64));

/** The network around an IP: a /24 of IPv4, or the /48 that one customer of a data center has. */
export const networkOf = (ip: string): string => prefixOf(ip, 3, 48);

/**
 * The wide network of an IP, so wide that one attacker cannot easily use many of them: a /16 of IPv4 or a /32 of IPv6, which
 * providers have, such as `203.0.0.0/16`.
 */
export const wideNetworkOf = (ip: string): string => prefixOf(ip, 2, 32);
