import { dayMs } from '@funnel/service-kit/durations';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import { readSignedValue, signValue } from '@funnel/service-kit/signed-value';
import type { Context } from 'koa';

const cookieName = 'purchase';
/** Browsers keep no cookie longer: https://developer.chrome.com/blog/cookie-max-age-expires */
const cookieAgeMs = 400 * dayMs;

/**
 * Remembers the session in which a browser has paid, for longer than its visit lasts, so that nobody pays twice. It proves
 * nothing else: the holder of the cookie learns no more about that session than a stranger does.
 */
export const createPurchaseCookie = ({ secret, isSecure }: CookieSettings) => ({
  remember(ctx: Context, sessionId: string): void {
    const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: cookieAgeMs } as const;
    ctx.cookies.set(cookieName, signValue(cookieName, [sessionId], secret), options);
  },

  /** Returns the id of the session, or null without one, or if the cookie was changed. */
  read: (ctx: Context): string | null =>
    readSignedValue(cookieName, ctx.cookies.get(cookieName), secret)?.[0] ?? null,
});
