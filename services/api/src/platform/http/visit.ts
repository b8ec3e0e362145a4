import { randomUUID } from 'node:crypto';

import type { Context, Middleware } from 'koa';

import { currencySchema, type Currency } from '@funnel/contracts/money';

import type { Clock } from '../clock.ts';
import { previewCookie, readPreview, type Preview } from './preview-cookie.ts';
import { currencyOfLanguages } from './region-currency.ts';
import { assignmentCookie, signAssignment, readAssignment, type AssignedSet } from './assignment-cookie.ts';
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

interface VisitState {
  visit: Visit | null;
  readonly start: () => Visit;
  readonly preview: Preview | null;
  readonly assignment: AssignedSet | null;
  readonly assign: (assignment: AssignedSet, forMs: number) => void;
}

const visitStates = new WeakMap<object, VisitState>();

function readVisit(cookie: string | undefined, secret: string): Visit | null {
  const [id = '', currencyText] = readSignedValue(cookieName, cookie, secret) ?? [];
  const currency = currencySchema.safeParse(currencyText).data;
  return currency ? { id, currency } : null;
}

function firstCurrency(ctx: Context): Currency {
  const requested = currencySchema.safeParse(String(ctx.query['currency'] ?? '').toUpperCase());
  return requested.data ?? currencyOfLanguages(ctx.acceptsLanguages());
}

/** Provides `visitOf` and `previewOf` to the handlers. A cookie with an invalid signature is ignored. */
export const trackVisits =
  ({ secret, isSecure }: CookieSettings, clock: Clock): Middleware =>
  async (ctx, next) => {
    // Behind a proxy that terminates TLS, this connection looks unencrypted.
    ctx.cookies.secure = isSecure;
    const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
    const state: VisitState = {
      visit: readVisit(ctx.cookies.get(cookieName), secret),
      preview: readPreview(ctx.cookies.get(previewCookie), secret, clock()),
      start() {
        const visit: Visit = { id: randomUUID(), currency: firstCurrency(ctx) };
        ctx.cookies.set(cookieName, signValue(cookieName, [visit.id, visit.currency], secret), {
          ...options,
          maxAge: cookieAgeMs,
        });
        state.visit = visit;
        return visit;
      },
      assignment: readAssignment(ctx.cookies.get(assignmentCookie), secret),
      assign(assignment, forMs) {
        ctx.cookies.set(assignmentCookie, signAssignment(assignment, secret), { ...options, maxAge: forMs });
      },
    };
    visitStates.set(ctx.req, state);
    await next();
  };

function visitStateOf(ctx: Context): VisitState {
  const state = visitStates.get(ctx.req);
  if (!state) throw new Error('visitOf needs the trackVisits middleware');
  return state;
}

/** The visit of this request. Starts one and sets its cookie if there is none, so the response must not be cached. */
export function visitOf(ctx: Context): Visit {
  const state = visitStateOf(ctx);
  return state.visit ?? state.start();
}

/** The visit's id for logs, or null if there is no visit. */
export const knownVisitId = (ctx: Context): string | null => visitStates.get(ctx.req)?.visit?.id ?? null;

/** The preview that this browser is in, or null. */
export const previewOf = (ctx: Context): Preview | null => visitStates.get(ctx.req)?.preview ?? null;

/** A browser in a preview is not a visitor, and is not counted in analytics. */
export const isPreview = (ctx: Context): boolean => previewOf(ctx) !== null;

/** The release set that is assigned to this browser, or null. */
export const assignedSetOf = (ctx: Context): AssignedSet | null =>
  visitStates.get(ctx.req)?.assignment ?? null;

/** Assigns a release set to the visit for the given time. `isDocument`: the response is a document of the set. */
export function setAssignment(
  ctx: Context,
  { setId, seenAtMs }: Pick<AssignedSet, 'setId' | 'seenAtMs'>,
  forMs: number,
  isDocument = false,
): void {
  const visitId = visitOf(ctx).id;
  const assignment = assignedSetOf(ctx);
  const hasDocument =
    isDocument ||
    (assignment?.hasDocument === true && assignment.setId === setId && assignment.visitId === visitId);
  visitStateOf(ctx).assign({ setId, seenAtMs, visitId, hasDocument }, forMs);
}

/** The release set that the visit's events count for: the one assigned to this visit. Null in a preview. */
export function attributedSetOf(ctx: Context): string | null {
  const assignment = assignedSetOf(ctx);
  return assignment && assignment.visitId === knownVisitId(ctx) && !isPreview(ctx) ? assignment.setId : null;
}

/** The release set of which the visit has loaded a document. Only failures of that set are credible. */
export const loadedSetOf = (ctx: Context): string | null =>
  assignedSetOf(ctx)?.hasDocument ? attributedSetOf(ctx) : null;

/** The release set that the calling page reports to run. Null in a preview, and if the header is missing or invalid. */
export function reportedSetOf(ctx: Context): string | null {
  const id = ctx.get('x-release-set');
  return /^[\w-]{1,64}$/.test(id) && !isPreview(ctx) ? id : null;
}
