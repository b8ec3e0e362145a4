import { randomInt } from 'node:crypto';

import { adConsent, readConsent, type Consent } from '@funnel/contracts/consent';
import { isCounted, isPreview } from '@funnel/releases/visitors/release-cookies';
import { callerIp } from '@funnel/service-kit/http/ip-address';
import { publicOrigin } from '@funnel/service-kit/http/public-origin';
import type { Context } from 'koa';

import type { ExperimentVisitor } from '../experiments/assign-arm.ts';
import type { AppContext } from '../platform/app-context.ts';
import { pageLocale } from '../platform/page-locale.ts';
import {
  maxAttributionAgeMs,
  attributionOf,
  readAttribution,
  writeAttribution,
  type StoredAttribution,
} from './conversions/attribution.ts';
import {
  browserIdsAgeMs,
  browserIdsSchema,
  renewBrowserIds,
  type BrowserIds,
} from './conversions/browser-ids.ts';
import type { AdContext } from './conversions/conversion.ts';
import { readParts, writeParts } from './conversions/cookie-parts.ts';
import { deviceOf, trafficSourceOf, sourcesByVisit, unknownSource, type FirstTouch } from './first-touch.ts';
import { visitOf } from './visit.ts';

const attributionCookie = 'attribution';
const browserIdsCookie = 'browser-ids';

const storedAttribution = ({ clock }: AppContext, ctx: Context) =>
  readAttribution(ctx.cookies.get(attributionCookie), clock());

/** The sender of a request, with the details that ad platforms may receive. */
export interface VisitorContext {
  readonly visitId: string;
  /** The visitor's choice, or null. */
  readonly consent: Consent | null;
  readonly hasGpcSignal: boolean;
  /** The caller's IP, normalized. */
  readonly ip: string;
  /** Null for a caller that reports do not count. */
  readonly browserDetails: Omit<AdContext, 'consent'> | null;
}

const consentOf = (ctx: Context) => ({
  consent: readConsent(ctx.get('Cookie')),
  hasGpcSignal: ctx.get('Sec-GPC') === '1',
});

/**
 * Renews the ids of the browser, and its session. They are stored only if ad platforms that use them may receive events,
 * and are deleted otherwise.
 */
function updateBrowserIds(
  { config, clock }: AppContext,
  ctx: Context,
  clickId: string | undefined,
): BrowserIds {
  const { consent, hasGpcSignal } = consentOf(ctx);
  const known = ctx.cookies.get(browserIdsCookie);
  const isUsed = config.META_PIXEL_ID ?? config.GA4_MEASUREMENT_ID;
  const mayStore = adConsent(config.CONSENT, consent, hasGpcSignal) === 'granted' && isCounted(ctx);
  if (!isUsed || !mayStore) {
    if (known !== undefined) ctx.cookies.set(browserIdsCookie, null, { httpOnly: true, sameSite: 'lax' });
    return {};
  }
  const ids = renewBrowserIds(readParts(browserIdsSchema, known), clickId, clock(), randomInt(1e9, 1e10));
  ctx.cookies.set(browserIdsCookie, writeParts(ids), {
    httpOnly: true,
    sameSite: 'lax',
    maxAge: browserIdsAgeMs,
  });
  return ids;
}

const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;
const ttpValue = /^[\w-]{8,64}$/;

export function visitorContextOf(context: AppContext, ctx: Context): VisitorContext {
  const { config } = context;
  const { id: visitId, currency } = visitOf(ctx);
  const attribution = storedAttribution(context, ctx)?.attribution ?? {};
  const [language = ''] = ctx.acceptsLanguages();
  const ttp = ctx.cookies.get('_ttp') ?? '';
  const browserDetails = {
    currency,
    origin: publicOrigin(config, ctx),
    address: callerIp(ctx),
    agent: ctx.get('User-Agent').slice(0, 500),
    attribution,
    browserIds: updateBrowserIds(context, ctx, attribution.fbc),
    ttp: ttpValue.test(ttp) ? ttp : undefined,
    locale: languageTag.test(language) ? language : undefined,
  };
  const { address: ip } = browserDetails;
  return { visitId, ip, ...consentOf(ctx), browserDetails: isCounted(ctx) ? browserDetails : null };
}

/**
 * The visitor as experiments see them. It is read from the request, so that documents, events and payments assign the same arm
 * without storing it.
 */
export const experimentVisitorOf = (ctx: Context): ExperimentVisitor => ({
  ...visitOf(ctx),
  device: deviceOf(ctx.get('User-Agent'), ctx.get('Sec-CH-UA-Mobile')),
  locale: pageLocale(ctx),
});

const adConsentOf = ({ config }: AppContext, ctx: Context) => {
  const { consent, hasGpcSignal } = consentOf(ctx);
  return adConsent(config.CONSENT, consent, hasGpcSignal);
};

/**
 * Where the visitor came from, their device and language, for the product's own reports. If consent is denied, the source is
 * not stored in the browser. It is taken from the request for the document.
 */
export function firstTouchOf(context: AppContext, ctx: Context): FirstTouch {
  const { id, device, locale } = experimentVisitorOf(ctx);
  const trafficSource =
    adConsentOf(context, ctx) === 'denied'
      ? (sourcesByVisit(context).get(id) ?? unknownSource)
      : trafficSourceOf(storedAttribution(context, ctx)?.attribution ?? {});
  return { ...trafficSource, device, locale };
}

/** Saves the source of a visit until its first page view. A reload without a campaign changes nothing. */
function saveSource(context: AppContext, ctx: Context, stored: StoredAttribution | null): void {
  if (adConsentOf(context, ctx) === 'granted' || isPreview(ctx)) return;
  const { id } = visitOf(ctx);
  const sources = sourcesByVisit(context);
  if (stored || !sources.has(id)) sources.set(id, trafficSourceOf(stored?.attribution ?? {}));
}

/**
 * Stores attribution for the browser session while the choice is pending, until 30 days after the click once consent is given, and
 * not after a refusal.
 */
function setAttributionCookie(context: AppContext, ctx: Context, stored: StoredAttribution | null): void {
  const verdict = adConsentOf(context, ctx);
  const isStored = stored !== null && verdict !== 'denied';
  if (!isStored && ctx.cookies.get(attributionCookie) === undefined) return;
  ctx.cookies.set(attributionCookie, isStored ? writeAttribution(stored) : null, {
    httpOnly: true,
    sameSite: 'lax',
    ...(isStored && verdict === 'granted' && { maxAge: stored.at + maxAttributionAgeMs - context.clock() }),
  });
}

/** When the visitor consented, if the setting requires it, or 0. By the visitor's clock, like the times of events and leads. */
export const consentedAt = ({ config }: AppContext, { consent }: VisitorContext): number =>
  config.CONSENT === 'required' ? (consent?.at ?? 0) : 0;

/** Stores the attribution of the request for a document. */
export function saveAttribution(context: AppContext, ctx: Context): void {
  const landing = {
    query: new URLSearchParams(ctx.querystring),
    referrer: ctx.get('Referer'),
    ownHost: new URL(publicOrigin(context.config, ctx)).host,
    nowMs: context.clock(),
  };
  const stored = attributionOf(landing, storedAttribution(context, ctx));
  setAttributionCookie(context, ctx, stored);
  saveSource(context, ctx, stored);
  updateBrowserIds(context, ctx, stored?.attribution.fbc);
}

/** Updates the stored attribution after the visitor has chosen or withdrawn. */
export function updateAttribution(context: AppContext, ctx: Context): void {
  const isKept = consentOf(ctx).consent !== null || context.config.CONSENT === 'implied';
  setAttributionCookie(context, ctx, isKept ? storedAttribution(context, ctx) : null);
}
