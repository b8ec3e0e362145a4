import { conversionNames, type FunnelEvent } from '@funnel/contracts/events';
import * as z from 'zod';

import type { AppContext } from '../platform/app-context.ts';
import type { EventRow } from '../platform/schema.ts';
import { credibleTime, pageAddress, type AdTrace, type Conversion } from './conversion.ts';
import { recordOccurrences } from './record-conversions.ts';

interface Reporter {
  readonly visitId: string;
  /** The only set that they can speak for: whatever is told of another counts in no figure. */
  readonly countedSet: string | null;
  /** What may be told of the visitor; null for nothing. */
  readonly trace: AdTrace | null;
}

const conversionNameSchema = z.enum(conversionNames);

function conversionOf(
  { id, name, at, path, valueMinor, currency, contentName, contentId }: FunnelEvent,
  { visit_id, set_id, received_at }: EventRow,
  trace: AdTrace,
): Conversion | null {
  const conversionName = conversionNameSchema.safeParse(name).data;
  if (!conversionName) return null;
  return {
    id,
    name: conversionName,
    atMs: credibleTime(at, received_at),
    visitId: visit_id,
    setId: set_id,
    url: pageAddress(trace.origin, path),
    valueMinor,
    currency: currency ?? trace.currency,
    contentName,
    contentId,
    trace,
  };
}

/** Stores what a browser reports. Its `Lead` is left out: the lead itself, once stored, is that event. */
export async function recordReported(
  context: AppContext,
  reported: readonly FunnelEvent[],
  { visitId, countedSet, trace }: Reporter,
): Promise<void> {
  const nowMs = context.clock();
  const occurrences = reported
    .filter(({ name }) => name !== 'Lead')
    .map((told) => {
      const event: EventRow = {
        id: told.id,
        visit_id: visitId,
        name: told.name,
        payload: JSON.stringify(told),
        received_at: nowMs,
        set_id: told.setId === countedSet ? countedSet : null,
        path: told.path,
        remote: told.remote ?? null,
        version: told.version ?? null,
        measure: told.measure ?? null,
      };
      return { event, conversion: trace && conversionOf(told, event, trace) };
    });
  await context.database.db.transaction().execute((db) => recordOccurrences(context, db, occurrences));
}
