import { offerDeadlineCookie, offerDurationMs, readOfferDeadline } from '@funnel/contracts/offer';

/** The part of `document` that holds the cookies. */
export interface CookieJar {
  cookie: string;
}

const maxAgeSeconds = 30 * 24 * 60 * 60;

/**
 * The offer's deadline in milliseconds since 1970: fixed at the first view, the same after a reload.
 * A stored deadline further away than the offer is long was written by another clock and begins anew.
 */
export function getOrCreateDeadline(jar: CookieJar, nowMs: number, isSecure: boolean): number {
  const latestMs = nowMs + offerDurationMs;
  return shortenDeadline(jar, latestMs, isSecure);
}

/** The earlier of the stored deadline and this one, which is stored if it is the earlier. */
export function shortenDeadline(jar: CookieJar, deadlineMs: number, isSecure: boolean): number {
  const stored = readOfferDeadline(jar.cookie);
  if (stored !== null && stored <= deadlineMs) return stored;
  // For the whole site, because the checkout expects its price by it.
  jar.cookie = `${offerDeadlineCookie}=${deadlineMs}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return deadlineMs;
}
