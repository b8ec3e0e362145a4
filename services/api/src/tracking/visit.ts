import { randomUUID } from 'node:crypto';

import { currencySchema, type Currency } from '@funnel/contracts/money';
import type { Clock } from '@funnel/service-kit/clock';
import { dayMs } from '@funnel/service-kit/durations';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import { signValue, readSignedValue } from '@funnel/service-kit/signed-value';
import type { Context, Middleware } from 'koa';

import { currencyOfLanguages } from './region-currency.ts';

export interface Visit {
  readonly id: string;
  /** Decided when the visit starts, and never changed. */
  readonly currency: Currency;
}

const cookieName = 'visit';
const cookieAgeMs = 30 * dayMs;

interface VisitState {
  visit: Visit | null;
  readonly start: () => Visit;
}

const visitStates = new WeakMap<object, VisitState>();

/** Returns null if the visit is over: a copy of the cookie is worth nothing after the browser has removed its own. */
function readVisit(cookie: string | undefined, secret: string, nowMs: number): Visit | null {
  // A cookie from before the time became part of it has none.
  const [id = '', currencyText, startedAt = nowMs] = readSignedValue(cookieName, cookie, secret) ?? [];
  const currency = currencySchema.safeParse(currencyText).data;
  return currency && nowMs - Number(startedAt) < cookieAgeMs ? { id, currency } : null;
}

function firstCurrency(ctx: Context): Currency {
  const requested = currencySchema.safeParse(String(ctx.query['currency'] ?? '').toUpperCase());
  return requested.data ?? currencyOfLanguages(ctx.acceptsLanguages());
}

/** Provides `visitOf` to the handlers. A cookie that is older than 30 days or has an invalid signature is ignored. */
export const trackVisits =
  ({ secret, isSecure }: CookieSettings, clock: Clock): Middleware =>
  async (ctx, next) => {
    // Behind a proxy that terminates TLS, this connection looks unencrypted.
    ctx.cookies.secure = isSecure;
    const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
    const state: VisitState = {
      visit: readVisit(ctx.cookies.get(cookieName), secret, clock()),
      start() {
        const visit: Visit = { id: randomUUID(), currency: firstCurrency(ctx) };
        const value = signValue(cookieName, [visit.id, visit.currency, clock()], secret);
        ctx.cookies.set(cookieName, value, { ...options, maxAge: cookieAgeMs });
        state.visit = visit;
        return visit;
      },
    };
    visitStates.set(ctx.req, state);
    await next();
  };

/** The visit of this request. Starts one and sets its cookie if there is none, so the response must not be cached. */
export function visitOf(ctx: Context): Visit {
  const state = visitStates.get(ctx.req);
  if (!state) throw new Error('visitOf needs the trackVisits middleware');
  return state.visit ?? state.start();
}

/** The visit's id for logs, or null if there is no visit. */
export const knownVisitId = (ctx: Context): string | null => visitStates.get(ctx.req)?.visit?.id ?? null;
