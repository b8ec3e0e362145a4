import { conversionNames, type FunnelEvent } from '@funnel/contracts/events';
import type { Currency } from '@funnel/contracts/money';
import { planIdSchema, priceOf } from '@funnel/contracts/plans';
import * as z from 'zod';

import type { AppContext } from '../platform/app-context.ts';
import type { EventRow } from '../platform/schema.ts';
import { plausibleEventTime, pageUrl, type AdContext, type Conversion } from './conversions/conversion.ts';
import { networkBudget, visitBudgetWaitMs } from './event-budget.ts';
import { recordEvents } from './record-events.ts';

interface Reporter {
  readonly visitId: string;
  /** The set that is assigned to the visit. Events that name another set are not attributed. */
  readonly attributedSet: string | null;
  /** The set from which the visit has loaded a document. Failures are attributed only to this set. */
  readonly loadedSet: string | null;
  /** As returned by `providerNetworkOf`. */
  readonly network: string;
  /** Whether plans have their promotional price for this visitor. */
  readonly hasPromotionalPrice: boolean;
  /** The ad context that may be sent, or null. */
  readonly trace: AdContext | null;
}

const conversionNameSchema = z.enum(conversionNames);

/** The content of an event. Name and value of a plan come from the catalog. Other content has no value. */
function contentOf(
  { contentId, contentName }: FunnelEvent,
  currency: Currency,
  hasPromotionalPrice: boolean,
): Pick<Conversion, 'contentId' | 'contentName' | 'valueMinor' | 'currency'> {
  const planId = planIdSchema.safeParse(contentId).data;
  if (!planId) return { contentId, contentName, currency };
  const { plan, today } = priceOf(planId, currency, hasPromotionalPrice);
  return { contentId, contentName: plan.name, valueMinor: today.amountMinor, currency };
}

function conversionOf(
  event: FunnelEvent,
  { visit_id, set_id, received_at }: EventRow,
  { trace, hasPromotionalPrice }: Reporter,
): Conversion | null {
  const name = conversionNameSchema.safeParse(event.name).data;
  if (!name || !trace) return null;
  return {
    id: event.id,
    name,
    atMs: plausibleEventTime(event.at, received_at),
    visitId: visit_id,
    setId: set_id,
    url: pageUrl(trace.origin, event.path),
    ...contentOf(event, trace.currency, hasPromotionalPrice),
    trace,
  };
}

/** Either all reported events are stored, or none. In the second case the browser may retry after the given time. */
export type ReportResult =
  { readonly status: 'stored' } | { readonly status: 'over-budget'; readonly retryAfterMs: number };

/** Rolls back a transaction whose events exceed the visit's budget. */
class OverBudget extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('the event budget of the visit is exhausted');
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Stores the events of a browser, unless the budget of its visit or network is exhausted. The browser's `Lead` is
 * skipped, because storing the lead records it. Events that are already stored use no budget.
 */
export async function recordBrowserEvents(
  context: AppContext,
  reported: readonly FunnelEvent[],
  reporter: Reporter,
): Promise<ReportResult> {
  const { visitId, attributedSet, loadedSet, network } = reporter;
  const nowMs = context.clock();
  const budget = networkBudget(context);
  const networkWaitMs = budget.waitMs(network);
  if (networkWaitMs !== null) return { status: 'over-budget', retryAfterMs: networkWaitMs };
  const newEvents = reported
    .filter(({ name }) => name !== 'Lead')
    .map((browserEvent) => {
      const ownSet = browserEvent.name === 'ResourceFailed' ? loadedSet : attributedSet;
      const event: EventRow = {
        id: browserEvent.id,
        visit_id: visitId,
        name: browserEvent.name,
        // Prices come from the catalog, never from the browser.
        payload: JSON.stringify({ ...browserEvent, valueMinor: undefined, currency: undefined }),
        received_at: nowMs,
        set_id: browserEvent.setId === ownSet ? ownSet : null,
        path: browserEvent.path,
        remote: browserEvent.remote ?? null,
        version: browserEvent.version ?? null,
        measure: browserEvent.measure ?? null,
        network,
      };
      return { event, conversion: conversionOf(browserEvent, event, reporter) };
    });
  try {
    const storedBytes = await context.database.db.transaction().execute(async (db) => {
      const bytes = await recordEvents(context, db, newEvents);
      const waitMs = bytes > 0 ? await visitBudgetWaitMs(db, visitId, nowMs) : null;
      if (waitMs !== null) throw new OverBudget(waitMs);
      return bytes;
    });
    budget.spend(network, storedBytes);
    return { status: 'stored' };
  } catch (error) {
    if (error instanceof OverBudget) return { status: 'over-budget', retryAfterMs: error.retryAfterMs };
    throw error;
  }
}
