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
  /** Decided when the visit starts, and never changed. */
  readonly currency: Currency;
}

export interface CookieSettings {
  /** Signs cookies that browsers store but must not change. */
  readonly secret: string;
  /** Whether browsers reach the site over https. */
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

/** Provides `visitOf` and `previewOf` to the handlers. A cookie with an invalid signature is ignored. */
export const visits =
  ({ secret, isSecure }: CookieSettings, clock: Clock): Middleware =>
  async (ctx, next) => {
    // Behind a proxy that terminates TLS, this connection looks unencrypted.
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

/** The visit of this request. Starts one and sets its cookie if there is none, so the response must not be cached. */
export function visitOf(ctx: Context): Visit {
  const holder = holderOf(ctx);
  return holder.known ?? holder.begin();
}

/** The visit's id for logs, or null if there is no visit. */
export const knownVisitId = (ctx: Context): string | null => visitsOf.get(ctx.req)?.known?.id ?? null;

/** The preview that this browser is in, or null. */
export const previewOf = (ctx: Context): Preview | null => visitsOf.get(ctx.req)?.preview ?? null;

/** A browser in a preview is not a visitor, and is not counted in analytics. */
export const isPreview = (ctx: Context): boolean => previewOf(ctx) !== null;

/** The release set that is assigned to this browser, or null. */
export const assignedSetOf = (ctx: Context): AssignedSet | null => visitsOf.get(ctx.req)?.given ?? null;

/** Assigns a release set to the visit for the given time. `isDocument`: the response is a document of the set. */
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

/** The release set that the visit's events count for: the one assigned to this visit. Null in a preview. */
export function attributedSetOf(ctx: Context): string | null {
  const given = assignedSetOf(ctx);
  return given && given.visitId === knownVisitId(ctx) && !isPreview(ctx) ? given.setId : null;
}

/** The release set of which the visit has loaded a document. Only failures of that set are credible. */
export const loadedSetOf = (ctx: Context): string | null =>
  assignedSetOf(ctx)?.hasDocument ? attributedSetOf(ctx) : null;

/** The release set that the calling page reports to run. Null in a preview, and if the header is missing or invalid. */
export function reportedSetOf(ctx: Context): string | null {
  const id = ctx.get('x-release-set');
  return /^[\w-]{1,64}$/.test(id) && !isPreview(ctx) ? id : null;
}
