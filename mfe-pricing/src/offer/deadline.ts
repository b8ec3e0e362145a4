import {
  offerDeadlineCookie,
  offerDeadlineKeptMs,
  offerDurationMs,
  readOfferDeadline,
} from '@funnel/contracts/offer';

/** The part of `document` that holds the cookies. */
export interface CookieJar {
  cookie: string;
}

/**
 * The deadline to show at `nowMs`, in milliseconds since 1970: the stored one, or a full offer from now if none is
 * stored. A stored deadline beyond a full offer was written by another clock and is ignored.
 */
export function deadlineAt(jar: Readonly<CookieJar>, nowMs: number): number {
  return Math.min(readOfferDeadline(jar.cookie) ?? Infinity, nowMs + offerDurationMs);
}

/** Stores the deadline unless an earlier one is stored. Returns the earlier of both. */
export function storeDeadline(jar: CookieJar, deadlineMs: number, isSecure: boolean): number {
  const stored = readOfferDeadline(jar.cookie);
  if (stored !== null && stored <= deadlineMs) return stored;
  // The cookie is for the whole site, because the checkout page reads it for its price.
  jar.cookie = `${offerDeadlineCookie}=${deadlineMs}; Path=/; Max-Age=${offerDeadlineKeptMs / 1000}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return deadlineMs;
}
