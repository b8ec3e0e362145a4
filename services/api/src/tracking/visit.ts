import { randomUUID } from 'node:crypto';

import { currencySchema, type Currency } from '@funnel/contracts/money';
import { visitDurationMs } from '@funnel/contracts/visit';
import type { Clock } from '@funnel/service-kit/clock';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import { signValue, readSignedValue } from '@funnel/service-kit/signed-value';
import type { Context, Middleware } from 'koa';

import { currencyOfLanguages } from './region-currency.ts';

export interface Visit {
  readonly id: string;
  /** Decided when the visit starts, and never changed. */
  readonly currency: Currency;
}

/** The name without https, and in an earlier version of the service also with it. */
const plainName = 'visit';
/**
 * Browsers accept this name only from this very host over https. Otherwise another host of the domain could give a visitor a visit
 * of its own, and later read what the visitor has bought in it.
 */
const prefixedName = '__Host-visit';

interface VisitState {
  visit: Visit | null;
  readonly start: () => Visit;
}

const visitStates = new WeakMap<object, VisitState>();

/** Returns null if the visit is over: a copy of the cookie is worth nothing after the browser has removed its own. */
function readVisit(
  ctx: Context,
  cookieName: string,
  { secret, isSecure }: CookieSettings,
  nowMs: number,
): Visit | null {
  // A cookie from before the time became part of it has none. Over https it could be given to others for ever.
  const startIfUnknown = isSecure ? 0 : nowMs;
  const fields = readSignedValue(cookieName, ctx.cookies.get(cookieName), secret) ?? [];
  const [id = '', currencyText, startedAt = startIfUnknown] = fields;
  const currency = currencySchema.safeParse(currencyText).data;
  return currency && nowMs - Number(startedAt) < visitDurationMs ? { id, currency } : null;
}

/** A checkout names the currency of its page, for a browser without cookies, whose every request starts a visit. */
function firstCurrency(ctx: Context): Currency {
  const requested = currencySchema.safeParse(
    String(ctx.query['currency'] ?? ctx.get('x-currency')).toUpperCase(),
  );
  return requested.data ?? currencyOfLanguages(ctx.acceptsLanguages());
}

/** Provides `visitOf` to the handlers. A cookie that is older than 30 days or has an invalid signature is ignored. */
export function trackVisits(settings: CookieSettings, clock: Clock): Middleware {
  const { secret, isSecure } = settings;
  const cookieName = isSecure ? prefixedName : plainName;
  return async (ctx, next) => {
    // Behind a proxy that terminates TLS, this connection looks unencrypted.
    ctx.cookies.secure = isSecure;
    const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
    const state: VisitState = {
      // The visits that an earlier version has started go on until their 30 days are over.
      visit: readVisit(ctx, cookieName, settings, clock()) ?? readVisit(ctx, plainName, settings, clock()),
      start() {
        const visit: Visit = { id: randomUUID(), currency: firstCurrency(ctx) };
        const value = signValue(cookieName, [visit.id, visit.currency, clock()], secret);
        ctx.cookies.set(cookieName, value, { ...options, maxAge: visitDurationMs });
        state.visit = visit;
        return visit;
      },
    };
    visitStates.set(ctx.req, state);
    await next();
  };
}

/** The visit of this request. Starts one and sets its cookie if there is none, so the response must not be cached. */
export function visitOf(ctx: Context): Visit {
  const state = visitStates.get(ctx.req);
  if (!state) throw new Error('visitOf needs the trackVisits middleware');
  return state.visit ?? state.start();
}

/** The visit's id for logs, or null if there is no visit. */
export const knownVisitId = (ctx: Context): string | null => visitStates.get(ctx.req)?.visit?.id ?? null;
