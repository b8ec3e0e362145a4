import type { Clock } from '@funnel/service-kit/clock';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import type { Context, Middleware } from 'koa';

import { releaseCookie, sealGivenSet, unsealGivenSet, type AssignedSet } from './assignment-cookie.ts';
import { previewCookie, unsealPreview, type Preview } from './preview-cookie.ts';

/** The visits to which release sets are assigned. */
export interface Visits {
  /** The id of the visit that a request belongs to. Begins a visit where there is none. */
  idOf(ctx: Context): string;
  /** The id of the visit where there is one. */
  knownIdOf(ctx: Context): string | null;
}

interface Holder {
  readonly visits: Visits;
  readonly preview: Preview | null;
  readonly given: AssignedSet | null;
  readonly give: (given: AssignedSet, forMs: number) => void;
}

const holders = new WeakMap<object, Holder>();

/** Lets the functions of this module work further in. A cookie that was tampered with counts as none. */
export const releaseCookies =
  ({ secret, isSecure }: CookieSettings, clock: Clock, visits: Visits): Middleware =>
  async (ctx, next) => {
    holders.set(ctx.req, {
      visits,
      preview: unsealPreview(ctx.cookies.get(previewCookie), secret, clock()),
      given: unsealGivenSet(ctx.cookies.get(releaseCookie), secret),
      give(given, forMs) {
        const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: forMs } as const;
        ctx.cookies.set(releaseCookie, sealGivenSet(given, secret), options);
      },
    });
    await next();
  };

function holderOf(ctx: Context): Holder {
  const holder = holders.get(ctx.req);
  if (!holder) throw new Error('setAssignment needs the releaseCookies middleware');
  return holder;
}

/** The visit's id where there is a visit. */
export const knownVisitIdOf = (ctx: Context): string | null =>
  holders.get(ctx.req)?.visits.knownIdOf(ctx) ?? null;

/** The visit's id. Begins a visit where there is none. */
export const visitIdOf = (ctx: Context): string => holderOf(ctx).visits.idOf(ctx);

/** The preview that this browser is in, if it is in one. */
export const previewOf = (ctx: Context): Preview | null => holders.get(ctx.req)?.preview ?? null;

/** Whoever looks at a set that is not live is no visitor, and counts in no figure. */
export const isPreview = (ctx: Context): boolean => previewOf(ctx) !== null;

/** The release set that this browser was given, if it was given one. */
export const assignedSetOf = (ctx: Context): AssignedSet | null => holders.get(ctx.req)?.given ?? null;

/** Lets the visit have a release set for so long. `isDocument`: the answer is a document of it. */
export function setAssignment(
  ctx: Context,
  { setId, seenAtMs }: Pick<AssignedSet, 'setId' | 'seenAtMs'>,
  forMs: number,
  isDocument = false,
): void {
  const visitId = visitIdOf(ctx);
  const given = assignedSetOf(ctx);
  const hasDocument =
    isDocument || (given?.hasDocument === true && given.setId === setId && given.visitId === visitId);
  holderOf(ctx).give({ setId, seenAtMs, visitId, hasDocument }, forMs);
}

/** The release set for which the visit's reports count: the one that it was given itself. Null in a preview. */
export function attributedSetOf(ctx: Context): string | null {
  const given = assignedSetOf(ctx);
  return given && given.visitId === knownVisitIdOf(ctx) && !isPreview(ctx) ? given.setId : null;
}

/** The release set of which the visit has loaded a document. Only of that one can it know a failure. */
export const loadedSetOf = (ctx: Context): string | null =>
  assignedSetOf(ctx)?.hasDocument ? attributedSetOf(ctx) : null;

/** The release set that the calling page runs, as it says itself; null in a preview, and where it says nothing sensible. */
export function reportedSetOf(ctx: Context): string | null {
  const id = ctx.get('x-release-set');
  return /^[\w-]{1,64}$/.test(id) && !isPreview(ctx) ? id : null;
}
