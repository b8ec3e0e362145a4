import { conversionNames, type FunnelEvent } from '@funnel/contracts/events';
import type { Currency } from '@funnel/contracts/money';
import { planIdSchema, priceOf } from '@funnel/contracts/plans';
import { wideNetworkOf } from '@funnel/service-kit/http/ip-networks';
import { redact, redactPath } from '@funnel/service-kit/log';
import * as z from 'zod';

import { insertExposures } from '../experiments/exposure-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { EventRow, ExposureRow } from '../platform/schema.ts';
import { plausibleEventTime, pageUrl, type AdContext, type Conversion } from './conversions/conversion.ts';
import { adDestinations } from './destinations/ad-destinations.ts';
import { visitBudgetWaitMs } from './event-budget.ts';
import type { EventBudget } from './event-metrics.ts';
import { latestPageViewSince } from './event-repository.ts';
import { insertFirstTouch, knownFirstTouches, type FirstTouch } from './first-touch.ts';
import { networkBudget } from './network-budget.ts';
import { recordEvents, type NewEvent } from './record-events.ts';
import { emailHashesOf, emailOfVisit } from './visit-email.ts';

interface Reporter {
  readonly visitId: string;
  /** The set that is assigned to the visit. Events that name another set are not attributed. */
  readonly attributedSet: string | null;
  /** The set from which the visit has loaded a document. `ResourceFailed` is attributed only to this set. */
  readonly loadedSet: string | null;
  /** The caller's IP, normalized. It is not stored. */
  readonly ip: string;
  /** Whether plans have their promotional price for this visitor. */
  readonly hasPromotionalPrice: boolean;
  /** The ad context that may be sent, or null. */
  readonly adContext: AdContext | null;
  /** Events that are older than this are not sent to ad platforms. By the visitor's clock. */
  readonly consentedAtMs?: number;
  /** Where the visit came from, if these are its first page views. */
  readonly touch: FirstTouch;
  /** The arms that the reported page views show. */
  readonly exposures?: readonly ExposureRow[];
}

const conversionNameSchema = z.enum(conversionNames);

/** Google Analytics rejects an item with an empty or a longer id or name, for good. */
const maxContentLength = 100;

const sendableContent = (text: string | undefined): string | undefined =>
  text && text.length <= maxContentLength ? text : undefined;

/** The content of an event. Name and value of a plan come from the catalog. Other content has no value. */
function contentOf(
  { contentId, contentName }: FunnelEvent,
  currency: Currency,
  hasPromotionalPrice: boolean,
): Pick<Conversion, 'contentId' | 'contentName' | 'valueMinor' | 'currency'> {
  const planId = planIdSchema.safeParse(contentId).data;
  if (!planId)
    return { contentId: sendableContent(contentId), contentName: sendableContent(contentName), currency };
  const { plan, today } = priceOf(planId, currency, hasPromotionalPrice);
  return { contentId, contentName: plan.name, valueMinor: today.amountMinor, currency };
}

function conversionOf(
  event: FunnelEvent,
  { visit_id, set_id, received_at }: EventRow,
  { adContext, consentedAtMs = 0, hasPromotionalPrice }: Reporter,
  { emailHashes, isSessionNew }: KnownVisit,
  isFirstPageView: boolean,
): Conversion | null {
  const name = conversionNameSchema.safeParse(event.name).data;
  if (!name || !adContext || event.at < consentedAtMs) return null;
  return {
    id: event.id,
    name,
    atMs: plausibleEventTime(event.at, received_at),
    visitId: visit_id,
    setId: set_id,
    url: pageUrl(adContext.origin, event.path),
    ...contentOf(event, adContext.currency, hasPromotionalPrice),
    ...emailHashes,
    ...(isSessionNew && isFirstPageView && { startsSession: true }),
    trace: adContext,
  };
}

/** What is known about the visit beyond the events of a batch. */
interface KnownVisit {
  readonly emailHashes: Pick<Conversion, 'emailSha256' | 'googleEmailSha256'>;
  /** Whether the first page view of the batch that may be sent is the first of its session. */
  readonly isSessionNew: boolean;
}

async function readKnownVisit(
  { config, database: { db } }: AppContext,
  { visitId, adContext, consentedAtMs = 0 }: Reporter,
): Promise<KnownVisit> {
  const sessionId = adContext?.browserIds.sessionId;
  if (!adContext || adDestinations(config).length === 0) return { emailHashes: {}, isSessionNew: false };
  const email = await emailOfVisit(db, visitId);
  const latestViewAtMs =
    sessionId === undefined ? null : await latestPageViewSince(db, visitId, Number(sessionId) * 1000);
  // Page views from before the consent were never sent, so the ad platform has not yet seen this session start.
  const isSessionNew = sessionId !== undefined && (latestViewAtMs ?? -Infinity) < consentedAtMs;
  return { emailHashes: email === null ? {} : emailHashesOf(email), isSessionNew };
}

/** Either all reported events are stored, or none. In the second case the browser may retry after the given time. */
type ReportResult =
  | { readonly status: 'stored' }
  | { readonly status: 'over-budget'; readonly budget: EventBudget; readonly retryAfterMs: number };

/** Rolls back a transaction whose events exceed the visit's budget. */
class OverBudget extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('the event budget of the visit is exhausted');
    this.retryAfterMs = retryAfterMs;
  }
}

/** The row of an event. Prices come from the catalog, never from the browser. */
function eventRowOf(
  event: FunnelEvent,
  { visitId, attributedSet, loadedSet, ip }: Reporter,
  receivedAtMs: number,
): EventRow {
  const path = redactPath(event.path);
  const ownSet = event.name === 'ResourceFailed' ? loadedSet : attributedSet;
  return {
    id: event.id,
    visit_id: visitId,
    name: event.name,
    payload: JSON.stringify({
      ...event,
      path,
      detail: event.detail && redact(event.detail),
      valueMinor: undefined,
      currency: undefined,
    }),
    received_at: receivedAtMs,
    set_id: event.setId === ownSet ? ownSet : null,
    path,
    remote: event.remote ?? null,
    version: event.version ?? null,
    measure: event.measure ?? null,
    network: wideNetworkOf(ip),
  };
}

/** Stores a report in one transaction. Returns its bytes. Throws `OverBudget` if it exceeds the visit's budget. */
async function storeReport(
  context: AppContext,
  newEvents: readonly NewEvent[],
  { visitId, touch, exposures = [] }: Reporter,
  nowMs: number,
): Promise<number> {
  const knownVisits = knownFirstTouches(context);
  const isFirstTouch =
    newEvents.some(({ event }) => event.name === 'PageView' && event.set_id !== null) &&
    !knownVisits.has(visitId);
  const firstAtMs = newEvents[0]?.event.received_at ?? nowMs;
  const storedBytes = await context.database.db.transaction().execute(async (db) => {
    const bytes = await recordEvents(context, db, newEvents);
    const waitMs = bytes > 0 ? await visitBudgetWaitMs(db, visitId, nowMs) : null;
    if (waitMs !== null) throw new OverBudget(waitMs);
    // What is reported together with an exposure belongs to its arm.
    await insertExposures(
      db,
      exposures.map((exposure) => ({ ...exposure, at: Math.min(exposure.at, firstAtMs) })),
    );
    if (isFirstTouch) await insertFirstTouch(db, visitId, touch, nowMs);
    return bytes;
  });
  if (isFirstTouch) knownVisits.set(visitId, true);
  return storedBytes;
}

/**
 * Stores the events of a browser, unless the budget of its visit, IP or network is exhausted. The browser's `Lead` and
 * `InitiateCheckout` are skipped, because storing the lead and the checkout session records them. Events that are already
 * stored use no budget.
 */
export async function recordBrowserEvents(
  context: AppContext,
  reported: readonly FunnelEvent[],
  reporter: Reporter,
): Promise<ReportResult> {
  const { ip, consentedAtMs = 0 } = reporter;
  const nowMs = context.clock();
  const budget = networkBudget(context);
  const networkWaitMs = budget.waitMs(ip);
  if (networkWaitMs !== null)
    return { status: 'over-budget', budget: 'network', retryAfterMs: networkWaitMs };
  const known = await readKnownVisit(context, reporter);
  const firstPageView = reported.find(({ name, at }) => name === 'PageView' && at >= consentedAtMs);
  const browserEvents = reported.filter(({ name }) => name !== 'Lead' && name !== 'InitiateCheckout');
  const firstAtMs = nowMs - browserEvents.length + 1;
  const newEvents = browserEvents.map((browserEvent, index) => {
    // A millisecond apart, so that the reports have the order of page views that one request reports.
    const event = eventRowOf(browserEvent, reporter, firstAtMs + index);
    const isFirstPageView = browserEvent === firstPageView;
    return { event, conversion: conversionOf(browserEvent, event, reporter, known, isFirstPageView) };
  });
  try {
    budget.spend(ip, await storeReport(context, newEvents, reporter, nowMs));
    return { status: 'stored' };
  } catch (error) {
    if (error instanceof OverBudget)
      return { status: 'over-budget', budget: 'visit', retryAfterMs: error.retryAfterMs };
    throw error;
  }
}
