import { conversionNames, type FunnelEvent } from '@funnel/contracts/events';
import type { Currency } from '@funnel/contracts/money';
import { planIdSchema, priceOf } from '@funnel/contracts/plans';
import * as z from 'zod';

import type { AppContext } from '../platform/app-context.ts';
import type { EventRow } from '../platform/schema.ts';
import {
  plausibleEventTime,
  pageAddress,
  type AdContext,
  type Conversion,
} from './conversions/conversion.ts';
import { networkBudget, visitBudgetWaitMs } from './event-budget.ts';
import { recordEvents } from './record-events.ts';

interface Reporter {
  readonly visitId: string;
  /** The only set that they can speak for: whatever is told of another counts in no figure. */
  readonly countedSet: string | null;
  /** The set of which they loaded a document: only of that one do their failures count. */
  readonly loadedSet: string | null;
  /** As `wideNetworkOf` writes it. */
  readonly network: string;
  /** Whether plans have their promotional price for this visitor. */
  readonly hasPromotionalPrice: boolean;
  /** What may be told of the visitor; null for nothing. */
  readonly trace: AdContext | null;
}

const conversionNameSchema = z.enum(conversionNames);

/** What an event is about. A plan's name and value are those of the catalog; nothing else has a value. */
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
    url: pageAddress(trace.origin, event.path),
    ...contentOf(event, trace.currency, hasPromotionalPrice),
    trace,
  };
}

/** What became of reported events: all are stored, or none, and may be sent again after a time. */
export type ReportResult =
  { readonly status: 'stored' } | { readonly status: 'over-budget'; readonly retryAfterMs: number };

/** Ends a transaction whose events exceed their visit's budget. */
class OverBudget extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('a visit has used up its events');
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Stores what a browser reports, unless its visit or network has used up its budget. Its `Lead` is left out: the lead
 * itself, once stored, is that event. A repeat of what is stored costs nothing.
 */
export async function recordBrowserEvents(
  context: AppContext,
  reported: readonly FunnelEvent[],
  reporter: Reporter,
): Promise<ReportResult> {
  const { visitId, countedSet, loadedSet, network } = reporter;
  const nowMs = context.clock();
  const budget = networkBudget(context);
  const networkWaitMs = budget.waitMs(network);
  if (networkWaitMs !== null) return { status: 'over-budget', retryAfterMs: networkWaitMs };
  const occurrences = reported
    .filter(({ name }) => name !== 'Lead')
    .map((notified) => {
      const ownSet = notified.name === 'ResourceFailed' ? loadedSet : countedSet;
      const event: EventRow = {
        id: notified.id,
        visit_id: visitId,
        name: notified.name,
        // Prices are the catalog's, whatever a browser says.
        payload: JSON.stringify({ ...notified, valueMinor: undefined, currency: undefined }),
        received_at: nowMs,
        set_id: notified.setId === ownSet ? ownSet : null,
        path: notified.path,
        remote: notified.remote ?? null,
        version: notified.version ?? null,
        measure: notified.measure ?? null,
        network,
      };
      return { event, conversion: conversionOf(notified, event, reporter) };
    });
  try {
    const storedBytes = await context.database.db.transaction().execute(async (db) => {
      const bytes = await recordEvents(context, db, occurrences);
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
