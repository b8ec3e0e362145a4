import { adConsent, readConsent, type Consent } from '@funnel/contracts/consent';
import { isPreview } from '@funnel/releases/visitors/release-cookies';
import { callerIp } from '@funnel/service-kit/http/ip-address';
import { publicOrigin } from '@funnel/service-kit/http/public-origin';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import {
  attributionOf,
  readAttribution,
  writeAttribution,
  type Attribution,
} from './conversions/attribution.ts';
import type { AdContext } from './conversions/conversion.ts';
import { visitOf } from './visit.ts';

const cookieName = 'attribution';
const cookieAgeMs = 30 * 24 * 3600 * 1000;

/** The sender of a request, with the details that ad platforms may receive. */
export interface VisitorContext {
  readonly visitId: string;
  /** The visitor's choice, or null. */
  readonly consent: Consent | null;
  readonly hasGpcSignal: boolean;
  /** Null in a preview. */
  readonly trace: Omit<AdContext, 'consent'> | null;
}

const consentOf = (ctx: Context) => ({
  consent: readConsent(ctx.get('Cookie')),
  hasGpcSignal: ctx.get('Sec-GPC') === '1',
});

export function visitorContextOf({ config }: AppContext, ctx: Context): VisitorContext {
  const { id: visitId, currency } = visitOf(ctx);
  const trace = {
    currency,
    origin: publicOrigin(config, ctx),
    address: callerIp(ctx),
    agent: ctx.get('User-Agent').slice(0, 500),
    attribution: readAttribution(ctx.cookies.get(cookieName)) ?? {},
  };
  return { visitId, ...consentOf(ctx), trace: isPreview(ctx) ? null : trace };
}

/**
 * Stores attribution for the browser session while the choice is pending, for 30 days after consent, and not after a
 * refusal.
 */
function setAttributionCookie({ config }: AppContext, ctx: Context, attribution: Attribution | null): void {
  const { consent, hasGpcSignal } = consentOf(ctx);
  const verdict = adConsent(config.CONSENT, consent, hasGpcSignal);
  const isStored = attribution !== null && verdict !== 'denied';
  if (!isStored && ctx.cookies.get(cookieName) === undefined) return;
  ctx.cookies.set(cookieName, isStored ? writeAttribution(attribution) : null, {
    httpOnly: true,
    sameSite: 'lax',
    ...(verdict === 'granted' && { maxAge: cookieAgeMs }),
  });
}

/** Stores the attribution of the request for a document. */
export function saveAttribution(context: AppContext, ctx: Context): void {
  const landing = {
    query: new URLSearchParams(ctx.querystring),
    referrer: ctx.get('Referer'),
    ownHost: ctx.host,
    nowMs: context.clock(),
  };
  setAttributionCookie(context, ctx, attributionOf(landing, readAttribution(ctx.cookies.get(cookieName))));
}

/** Updates the stored attribution after the visitor has chosen or withdrawn. */
export function updateAttribution(context: AppContext, ctx: Context): void {
  const attribution = readAttribution(ctx.cookies.get(cookieName));
  setAttributionCookie(
    context,
    ctx,
    consentOf(ctx).consent || context.config.CONSENT === 'implied' ? attribution : null,
  );
}
