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

/** Who sends a request, as far as ad platforms are concerned. */
export interface VisitorContext {
  readonly visitId: string;
  /** What the visitor chose, if anything. */
  readonly consent: Consent | null;
  readonly hasGpcSignal: boolean;
  /** Null for whoever looks at a set that is not live. */
  readonly trace: Omit<AdContext, 'consent'> | null;
}

const consentOf = (ctx: Context) => ({
  consent: readConsent(ctx.get('Cookie')),
  hasGpcSignal: ctx.get('Sec-GPC') === '1',
});

export function visitorOf({ config }: AppContext, ctx: Context): VisitorContext {
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

/** Kept for the browser's session while the choice is open, for 30 days after a yes, and not at all after a no. */
function keep({ config }: AppContext, ctx: Context, attribution: Attribution | null): void {
  const { consent, hasGpcSignal } = consentOf(ctx);
  const verdict = adConsent(config.CONSENT, consent, hasGpcSignal);
  const isKept = attribution !== null && verdict !== 'denied';
  if (!isKept && ctx.cookies.get(cookieName) === undefined) return;
  ctx.cookies.set(cookieName, isKept ? writeAttribution(attribution) : null, {
    httpOnly: true,
    sameSite: 'lax',
    ...(verdict === 'granted' && { maxAge: cookieAgeMs }),
  });
}

/** Notes where the visitor who asks for a document came from. */
export function saveAttribution(context: AppContext, ctx: Context): void {
  const landing = {
    query: new URLSearchParams(ctx.querystring),
    referrer: ctx.get('Referer'),
    ownHost: ctx.host,
    nowMs: context.clock(),
  };
  keep(context, ctx, attributionOf(landing, readAttribution(ctx.cookies.get(cookieName))));
}

/** Brings what was kept in line with a choice that has just been made or taken back. */
export function updateAttribution(context: AppContext, ctx: Context): void {
  const known = readAttribution(ctx.cookies.get(cookieName));
  keep(context, ctx, consentOf(ctx).consent || context.config.CONSENT === 'implied' ? known : null);
}
