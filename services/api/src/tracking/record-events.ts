import { enqueueAll } from '../deliveries/outbox-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { EventRow } from '../platform/schema.ts';
import { lockAndReadRefusals } from './consent-repository.ts';
import { isConsentSufficient, type Conversion } from './conversions/conversion.ts';
import { adDestinations } from './destinations/ad-destinations.ts';
import { insertEvents } from './event-repository.ts';

/** An event to store, and the conversion to send to ad platforms, or null. */
export interface NewEvent {
  readonly event: EventRow;
  readonly conversion: Conversion | null;
}

/** Filters conversions by the current consent, because a concurrent request may carry a withdrawn choice. */
async function withCurrentConsent(
  { config, database: { engine } }: AppContext,
  db: Queries,
  conversions: readonly Conversion[],
): Promise<Conversion[]> {
  const withoutConsent = await lockAndReadRefusals(
    db,
    engine,
    conversions.map(({ visitId }) => visitId),
  );
  return conversions.filter(
    ({ visitId, trace }) => isConsentSufficient(trace, config.CONSENT) && !withoutConsent.has(visitId),
  );
}

/** The size of a row's other columns and its index entries. */
const bytesPerRow = 500;

const bytesOf = (rows: readonly { readonly payload: string }[]): number =>
  rows.reduce((sum, { payload }) => sum + Buffer.byteLength(payload) + bytesPerRow, 0);

/**
 * Stores new events and a delivery for every destination that accepts them, in the caller's transaction. Known events
 * are ignored. Returns the approximate number of bytes added.
 */
export async function recordEvents(
  context: AppContext,
  db: Queries,
  newEvents: readonly NewEvent[],
): Promise<number> {
  const events = newEvents.map(({ event }) => event);
  const newIds = await insertEvents(db, events);
  const eventBytes = bytesOf(events.filter(({ id }) => newIds.has(id)));
  const destinations = adDestinations(context.config);
  if (destinations.length === 0) return eventBytes;
  // An id that appears twice in one batch is one event.
  const conversions = newEvents.flatMap(({ conversion }) =>
    conversion && newIds.delete(conversion.id) ? conversion : [],
  );
  const deliveries = (await withCurrentConsent(context, db, conversions)).flatMap((conversion) =>
    destinations
      .filter((destination) => destination.accepts(conversion.name))
      .map((destination) => ({
        id: `${destination.name}_${conversion.id}`,
        destination: destination.name,
        kind: destination.kind,
        payload: JSON.stringify(conversion),
        visit_id: conversion.visitId,
        set_id: conversion.setId,
      })),
  );
  await enqueueAll(db, deliveries, context.clock());
  return eventBytes + bytesOf(deliveries);
}

/** Builds the row of an event that the service records itself. */
export const serverEvent = (
  { id, name, visitId, setId }: Pick<Conversion, 'id' | 'name' | 'visitId' | 'setId'>,
  payload: object,
  nowMs: number,
): EventRow => ({
  id,
  visit_id: visitId,
  name,
  payload: JSON.stringify(payload),
  received_at: nowMs,
  set_id: setId,
  path: null,
  remote: null,
  version: null,
  measure: null,
  network: null,
});
