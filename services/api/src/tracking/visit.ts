import { randomUUID } from 'node:crypto';

import { currencySchema, type Currency } from '@funnel/contracts/money';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import { signValue, readSignedValue } from '@funnel/service-kit/signed-value';
import type { Context, Middleware } from 'koa';

import { currencyOfLanguages } from './region-currency.ts';

export interface Visit {
  readonly id: string;
  /** Decided when the visit begins, and the same ever after. */
  readonly currency: Currency;
}

const cookieName = 'visit';
const cookieAgeMs = 30 * 24 * 3600 * 1000;

interface Holder {
  known: Visit | null;
  readonly begin: () => Visit;
}

const visitsOf = new WeakMap<object, Holder>();

function readVisit(cookie: string | undefined, secret: string): Visit | null {
  const [id = '', currencyText] = readSignedValue(cookieName, cookie, secret) ?? [];
  const currency = currencySchema.safeParse(currencyText).data;
  return currency ? { id, currency } : null;
}

function firstCurrency(ctx: Context): Currency {
  const asked = currencySchema.safeParse(String(ctx.query['currency'] ?? '').toUpperCase());
  return asked.data ?? currencyOfLanguages(ctx.acceptsLanguages());
}

/** Lets `visitOf` work further in. A cookie that was tampered with counts as none. */
export const visits =
  ({ secret, isSecure }: CookieSettings): Middleware =>
  async (ctx, next) => {
    // Behind a proxy that ends TLS this connection looks plain.
    ctx.cookies.secure = isSecure;
    const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
    const holder: Holder = {
      known: readVisit(ctx.cookies.get(cookieName), secret),
      begin() {
        const visit: Visit = { id: randomUUID(), currency: firstCurrency(ctx) };
        ctx.cookies.set(cookieName, signValue(cookieName, [visit.id, visit.currency], secret), {
          ...options,
          maxAge: cookieAgeMs,
        });
        holder.known = visit;
        return visit;
      },
    };
    visitsOf.set(ctx.req, holder);
    await next();
  };

function holderOf(ctx: Context): Holder {
  const holder = visitsOf.get(ctx.req);
  if (!holder) throw new Error('visitOf needs the visits middleware');
  return holder;
}

/** The visit this request belongs to. Begins one, and sets its cookie, where there is none: not for what caches may keep. */
export function visitOf(ctx: Context): Visit {
  const holder = holderOf(ctx);
  return holder.known ?? holder.begin();
}

/** The visit's id where there is a visit, for logs. */
export const knownVisitId = (ctx: Context): string | null => visitsOf.get(ctx.req)?.known?.id ?? null;
