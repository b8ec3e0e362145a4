import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

import type { Context, Middleware } from 'koa';

import { currencySchema, type Currency } from '@funnel/contracts/money';

import { currencyOfLanguages } from './region-currency.ts';

export interface Visit {
  readonly id: string;
  /** Decided when the visit begins, and the same ever after. */
  readonly currency: Currency;
}

interface VisitOptions {
  readonly secret: string;
  /** Whether browsers reach the product by https. */
  readonly isSecure: boolean;
}

const cookieName = 'visit';
const cookieAgeMs = 30 * 24 * 3600 * 1000;
const visitsOf = new WeakMap<object, { known: Visit | null; begin: () => Visit }>();

const sign = (payload: string, secret: string) =>
  createHmac('sha256', secret).update(payload).digest('base64url');

/** The cookie's text: id, currency and their signature. */
const seal = ({ id, currency }: Visit, secret: string) =>
  `${id}.${currency}.${sign(`${id}.${currency}`, secret)}`;

function unseal(cookie: string | undefined, secret: string): Visit | null {
  const [id = '', currencyText, signature = ''] = cookie?.split('.') ?? [];
  const currency = currencySchema.safeParse(currencyText).data;
  if (!currency) return null;
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(`${id}.${currency}`, secret));
  return given.length === expected.length && timingSafeEqual(given, expected) ? { id, currency } : null;
}

function firstCurrency(ctx: Context): Currency {
  const asked = currencySchema.safeParse(String(ctx.query['currency'] ?? '').toUpperCase());
  return asked.data ?? currencyOfLanguages(ctx.acceptsLanguages());
}

/** Lets `visitOf` work further in. A cookie that was tampered with counts as none. */
export const visits =
  ({ secret, isSecure }: VisitOptions): Middleware =>
  async (ctx, next) => {
    // Behind a proxy that ends TLS this connection looks plain.
    ctx.cookies.secure = isSecure;
    const holder = {
      known: unseal(ctx.cookies.get(cookieName), secret),
      begin() {
        const visit: Visit = { id: randomUUID(), currency: firstCurrency(ctx) };
        ctx.cookies.set(cookieName, seal(visit, secret), {
          httpOnly: true,
          sameSite: 'lax',
          secure: isSecure,
          maxAge: cookieAgeMs,
        });
        holder.known = visit;
        return visit;
      },
    };
    visitsOf.set(ctx.req, holder);
    await next();
  };

/** The visit this request belongs to. Begins one, and sets its cookie, where there is none: not for what caches may keep. */
export function visitOf(ctx: Context): Visit {
  const holder = visitsOf.get(ctx.req);
  if (!holder) throw new Error('visitOf needs the visits middleware');
  return holder.known ?? holder.begin();
}

/** The visit's id where there is a visit, for logs. */
export const knownVisitId = (ctx: Context): string | null => visitsOf.get(ctx.req)?.known?.id ?? null;

/** The release set that the calling page runs, as it says itself; null where it says nothing sensible. */
export function releaseSetOf(ctx: Context): string | null {
  const id = ctx.get('x-release-set');
  return /^[\w-]{1,64}$/.test(id) ? id : null;
}
