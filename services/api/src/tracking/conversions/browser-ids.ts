import { dayMs } from '@funnel/service-kit/durations';
import * as z from 'zod';

import { fbcPart, part } from './cookie-parts.ts';

/** Meta keeps `_fbp` and `_fbc` for 90 days. */
export const browserIdsAgeMs = 90 * dayMs;
/** A session of Google Analytics ends after 30 minutes without an event (https://support.google.com/analytics/answer/9191807). */
const sessionIdleSeconds = 30 * 60;

/** What ad platforms would keep in the browser by their own tags, and the service keeps in one cookie instead. */
export const browserIdsSchema = z.object({
  /**
   * `fb.1.<milliseconds>.<random>`, a browser for Meta, see
   * https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc.
   */
  fbp: part(/^fb\.1\.\d{13}\.\d{1,20}$/),
  /** The last click on an ad at Meta. It outlives the attribution, which a later campaign replaces. */
  fbc: fbcPart,
  /** When the current session started, in Unix seconds, as Google's own tag numbers sessions. */
  sessionId: part(/^\d{10}$/),
  /** The last activity in it, in Unix seconds. */
  activeAt: part(/^\d{10}$/),
});
export type BrowserIds = z.infer<typeof browserIdsSchema>;

/** The id, unless the time in it is 90 days ago. */
const ifFresh = (id: string | undefined, nowMs: number): string | undefined =>
  Number(id?.split('.')[2]) > nowMs - browserIdsAgeMs ? id : undefined;

/** Returns the ids after one more request. `clickId` is the `fbc` of the attribution, `random` a number of ten digits. */
export function renewBrowserIds(
  known: BrowserIds,
  clickId: string | undefined,
  nowMs: number,
  random: number,
): BrowserIds {
  const now = Math.floor(nowMs / 1000);
  const { sessionId, activeAt } = known;
  const idle = now - Number(activeAt);
  const continues = sessionId !== undefined && idle >= 0 && idle <= sessionIdleSeconds;
  return {
    fbp: ifFresh(known.fbp, nowMs) ?? `fb.1.${nowMs}.${random}`,
    fbc: clickId ?? ifFresh(known.fbc, nowMs),
    sessionId: continues ? sessionId : String(now),
    activeAt: String(now),
  };
}
