import { visitDurationMs } from '@funnel/contracts/visit';
import type { Clock } from '@funnel/service-kit/clock';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import type { Context, Middleware } from 'koa';

import { assignmentCookie, readAssignment, signAssignment, type AssignedSet } from './assignment-cookie.ts';
import { previewCookie, readPreview, type BrowserPreview } from './preview-cookie.ts';

/** The visits to which release sets are assigned. */
export interface Visits {
  /** The id of the visit of a request. Starts a visit if there is none. */
  idOf(ctx: Context): string;
  /** The id of the visit, or null if there is none. */
  knownIdOf(ctx: Context): string | null;
}

interface ReleaseState {
  readonly visits: Visits;
  readonly preview: BrowserPreview | null;
  readonly assignment: AssignedSet | null;
  readonly assign: (assignment: AssignedSet) => void;
}

/**
 * As long as a visit lasts: what happens in a page that was open for more than a day still belongs to its set. When the set
 * is assigned again depends on the time in the cookie.
 */
const cookieAgeMs = visitDurationMs;

const releaseStates = new WeakMap<object, ReleaseState>();

/** Must run before any function of this file is called. A cookie with an invalid signature is ignored. */
export const releaseCookies =
  ({ secret, isSecure }: CookieSettings, clock: Clock, visits: Visits): Middleware =>
  async (ctx, next) => {
    releaseStates.set(ctx.req, {
      visits,
      preview: readPreview(ctx.cookies.get(previewCookie), secret, clock()),
      assignment: readAssignment(ctx.cookies.get(assignmentCookie), secret),
      assign(assignment) {
        const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: cookieAgeMs } as const;
        ctx.cookies.set(assignmentCookie, signAssignment(assignment, secret), options);
      },
    });
    await next();
  };

function releaseStateOf(ctx: Context): ReleaseState {
  const state = releaseStates.get(ctx.req);
  if (!state) throw new Error('the releaseCookies middleware has not run');
  return state;
}

/** The id of the visit, or null if there is none. */
export const knownVisitIdOf = (ctx: Context): string | null =>
  releaseStates.get(ctx.req)?.visits.knownIdOf(ctx) ?? null;

/** The id of the visit. Starts a visit if there is none. */
export const visitIdOf = (ctx: Context): string => releaseStateOf(ctx).visits.idOf(ctx);

/** The preview that this browser is in, or null. */
export const previewOf = (ctx: Context): BrowserPreview | null => releaseStates.get(ctx.req)?.preview ?? null;

/** A browser in a preview is not a visitor, and is not counted in analytics. */
export const isPreview = (ctx: Context): boolean => previewOf(ctx) !== null;

/** The release set that is assigned to this browser, or null. */
export const assignedSetOf = (ctx: Context): AssignedSet | null =>
  releaseStates.get(ctx.req)?.assignment ?? null;

/** Assigns a release set to the visit. `isDocument`: the response is a document of the set. */
export function setAssignment(
  ctx: Context,
  { setId, seenAtMs }: Pick<AssignedSet, 'setId' | 'seenAtMs'>,
  isDocument = false,
): void {
  const visitId = visitIdOf(ctx);
  const assignment = assignedSetOf(ctx);
  const hasDocument =
    isDocument ||
    (assignment?.hasDocument === true && assignment.setId === setId && assignment.visitId === visitId);
  releaseStateOf(ctx).assign({ setId, seenAtMs, visitId, hasDocument });
}

/**
 * How crawlers and link previews name themselves: https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers,
 * https://developers.facebook.com/docs/sharing/webmasters/web-crawlers. Cubot is a brand of phones.
 */
const botAgent =
  /(?<!cu)bot\b|crawler|spider|mediapartners|googleother|inspectiontool|facebookexternalhit|meta-external|lighthouse|headless|prerender|preview/i;

/** Whether the caller names itself as a program that reads pages. It is served like a visitor, and not counted as one. */
const isBot = (ctx: Context): boolean => botAgent.test(ctx.get('User-Agent'));

/** Whether reports count what the caller does. */
export const isCounted = (ctx: Context): boolean => !isPreview(ctx) && !isBot(ctx);

/** The release set to which the visit's events are attributed: the one assigned to this visit. Null in a preview and for bots. */
export function attributedSetOf(ctx: Context): string | null {
  const assignment = assignedSetOf(ctx);
  return assignment?.visitId === knownVisitIdOf(ctx) && isCounted(ctx) ? assignment.setId : null;
}

/** The release set from which the visit has loaded a document. Only failures of that set are credible. */
export const loadedSetOf = (ctx: Context): string | null =>
  assignedSetOf(ctx)?.hasDocument ? attributedSetOf(ctx) : null;

/** The release set that the calling page reports. Null in a preview, and if the header is missing or invalid. */
export function reportedSetOf(ctx: Context): string | null {
  const id = ctx.get('x-release-set');
  return /^[\w-]{1,64}$/.test(id) && !isPreview(ctx) ? id : null;
}
