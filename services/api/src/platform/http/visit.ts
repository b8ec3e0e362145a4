import { randomUUID } from 'node:crypto';

import type { Context, Middleware } from 'koa';

import { currencySchema, type Currency } from '@funnel/contracts/money';

import type { Clock } from '../clock.ts';
import { previewCookie, unsealPreview, type Preview } from './preview-cookie.ts';
import { currencyOfLanguages } from './region-currency.ts';
import { releaseCookie, sealGivenSet, unsealGivenSet, type AssignedSet } from './assignment-cookie.ts';
import { signValue, readSignedValue } from './signed-value.ts';

export interface Visit {
  readonly id: string;
  /** Decided when the visit begins, and the same ever after. */
  readonly currency: Currency;
}

export interface CookieSettings {
  /** Signs what browsers are to keep and not to change. */
  readonly secret: string;
  /** Whether browsers reach the product by https. */
  readonly isSecure: boolean;
}

const cookieName = 'visit';
const cookieAgeMs = 30 * 24 * 3600 * 1000;

interface Holder {
  known: Visit | null;
  readonly begin: () => Visit;
  readonly preview: Preview | null;
  readonly given: AssignedSet | null;
  readonly give: (given: AssignedSet, forMs: number) => void;
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

/** Lets `visitOf` and `previewOf` work further in. A cookie that was tampered with counts as none. */
export const visits =
  ({ secret, isSecure }: CookieSettings, clock: Clock): Middleware =>
  async (ctx, next) => {
    // Behind a proxy that ends TLS this connection looks plain.
    ctx.cookies.secure = isSecure;
    const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
    const holder: Holder = {
      known: readVisit(ctx.cookies.get(cookieName), secret),
      preview: unsealPreview(ctx.cookies.get(previewCookie), secret, clock()),
      begin() {
        const visit: Visit = { id: randomUUID(), currency: firstCurrency(ctx) };
        ctx.cookies.set(cookieName, signValue(cookieName, [visit.id, visit.currency], secret), {
          ...options,
          maxAge: cookieAgeMs,
        });
        holder.known = visit;
        return visit;
      },
      given: unsealGivenSet(ctx.cookies.get(releaseCookie), secret),
      give(given, forMs) {
        ctx.cookies.set(releaseCookie, sealGivenSet(given, secret), { ...options, maxAge: forMs });
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

/** The preview that this browser is in, if it is in one. */
export const previewOf = (ctx: Context): Preview | null => visitsOf.get(ctx.req)?.preview ?? null;

/** Whoever looks at a set that is not live is no visitor, and counts in no figure. */
export const isPreview = (ctx: Context): boolean => previewOf(ctx) !== null;

/** The release set that this browser was given, if it was given one. */
export const assignedSetOf = (ctx: Context): AssignedSet | null => visitsOf.get(ctx.req)?.given ?? null;

/** Lets the visit have a release set for so long. `isDocument`: the answer is a document of it. */
export function setAssignment(
  ctx: Context,
  { setId, seenAtMs }: Pick<AssignedSet, 'setId' | 'seenAtMs'>,
  forMs: number,
  isDocument = false,
): void {
  const visitId = visitOf(ctx).id;
  const given = assignedSetOf(ctx);
  const hasDocument =
    isDocument || (given?.hasDocument === true && given.setId === setId && given.visitId === visitId);
  holderOf(ctx).give({ setId, seenAtMs, visitId, hasDocument }, forMs);
}

/** The release set for which the visit's reports count: the one that it was given itself. Null in a preview. */
export function attributedSetOf(ctx: Context): string | null {
  const given = assignedSetOf(ctx);
  return given && given.visitId === knownVisitId(ctx) && !isPreview(ctx) ? given.setId : null;
}

/** The release set of which the visit has loaded a document. Only of that one can it know a failure. */
export const loadedSetOf = (ctx: Context): string | null =>
  assignedSetOf(ctx)?.hasDocument ? attributedSetOf(ctx) : null;

/** The release set that the calling page runs, as it says itself; null in a preview, and where it says nothing sensible. */
export function reportedSetOf(ctx: Context): string | null {
  const id = ctx.get('x-release-set');
  return /^[\w-]{1,64}$/.test(id) && !isPreview(ctx) ? id : null;
}
