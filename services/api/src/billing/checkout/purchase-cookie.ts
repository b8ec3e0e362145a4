import { dayMs } from '@funnel/service-kit/durations';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import { readSignedValue, signValue } from '@funnel/service-kit/signed-value';
import type { Context } from 'koa';

const cookieName = 'purchase';
/** Browsers keep no cookie longer: https://developer.chrome.com/blog/cookie-max-age-expires */
const cookieAgeMs = 400 * dayMs;

/** The people of a household may buy in one browser. */
const maxPurchases = 5;

/**
 * Remembers the last sessions in which a browser has paid, or whose debit is in progress, for longer than its visit
 * lasts, so that nobody pays twice. It proves nothing else: the holder of the cookie learns no more about those sessions
 * than a stranger does.
 */
export function createPurchaseCookie({ secret, isSecure }: CookieSettings) {
  /** Returns the ids of the sessions; none without a cookie, or if it was changed. */
  const read = (ctx: Context): readonly string[] =>
    readSignedValue(cookieName, ctx.cookies.get(cookieName), secret) ?? [];
  return {
    read,
    remember(ctx: Context, sessionId: string): void {
      const others = read(ctx).filter((id) => id !== sessionId);
      // The last one first: an earlier version reads no more.
      const sessionIds = [sessionId, ...others].slice(0, maxPurchases);
      const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: cookieAgeMs } as const;
      ctx.cookies.set(cookieName, signValue(cookieName, sessionIds, secret), options);
    },
  };
}
