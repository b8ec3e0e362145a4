import { offerDeadlineCookie, offerDurationMs, readOfferDeadline } from '@funnel/contracts/offer';

/** The part of `document` that holds the cookies. */
export interface CookieJar {
  cookie: string;
}

const keptSeconds = 30 * 24 * 60 * 60;

/**
 * The offer's deadline in milliseconds since 1970: fixed at the first view, the same after a reload.
 * A stored deadline further away than the offer is long was written by another clock and begins anew.
 */
export function fixDeadline(jar: CookieJar, nowMs: number, isSecure: boolean): number {
  const latestMs = nowMs + offerDurationMs;
  const stored = readOfferDeadline(jar.cookie);
  if (stored !== null && stored <= latestMs) return stored;
  // The whole site, because the service reads it where the offer is enforced.
  jar.cookie = `${offerDeadlineCookie}=${latestMs}; Path=/; Max-Age=${keptSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return latestMs;
}
