import { isIP, isIPv4 } from 'node:net';

import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';

/** An IPv4 address with a port, or an IPv6 address in brackets with or without a port. Proxies write both. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/**
 * Returns the canonical spelling of an IP: no port, no zone, IPv4-mapped as IPv4, IPv6 in its short form (RFC 5952).
 * Returns null if the text is not an IP.
 */
export function normalizeIp(text: string): string | null {
  const trimmed = text.trim();
  const [, bracketed, dotted] = withPort.exec(trimmed) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? trimmed).split('%');
  // Node accepts only the canonical spelling of IPv4. Parsing it again would cost 4 % of the time of a lead.
  if (isIPv4(address)) return address;
  // ipaddr.js alone also accepts `127.1` and octal numbers, which a proxy never means.
  return isIP(address) ? ipaddr.process(address).toString() : null;
}

/** The caller's IP as our own proxies wrote it, or the socket's if they wrote none. */
export const callerIp = (ctx: Context): string =>
  normalizeIp(ctx.ip) ?? normalizeIp(ctx.req.socket.remoteAddress ?? '') ?? 'unknown';
