import { enqueueAll } from '../deliveries/outbox-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { EventRow } from '../platform/schema.ts';
import { visitsWithoutConsent } from './consent-repository.ts';
import { isConsentSufficient, type Conversion } from './conversions/conversion.ts';
import { adDestinations } from './destinations/ad-destinations.ts';
import { insertEvents } from './event-repository.ts';

/** An event of ours, and what ad platforms are to hear of it: null for nothing. */
export interface NewEvent {
  readonly event: EventRow;
  readonly conversion: Conversion | null;
}

/** What their visitors allow now: a request that was under way may carry a choice that was taken back meanwhile. */
async function allowed(
  { config }: AppContext,
  db: Queries,
  conversions: readonly Conversion[],
): Promise<Conversion[]> {
  const refusing = await visitsWithoutConsent(
    db,
    conversions.map(({ visitId }) => visitId),
  );
  return conversions.filter(
    ({ visitId, trace }) => isConsentSufficient(trace, config.CONSENT) && !refusing.has(visitId),
  );
}

/** A row's other columns, and its places in indexes. */
const bytesPerRow = 500;

const bytesOf = (rows: readonly { readonly payload: string }[]): number =>
  rows.reduce((sum, { payload }) => sum + Buffer.byteLength(payload) + bytesPerRow, 0);

/**
 * Stores what is new, with a delivery for every destination that gets such an event: both or neither, in the caller's
 * transaction. What is known already changes nothing. Returns about how many bytes were added.
 */
export async function recordEvents(
  context: AppContext,
  db: Queries,
  occurrences: readonly NewEvent[],
): Promise<number> {
  const events = occurrences.map(({ event }) => event);
  const fresh = await insertEvents(db, events);
  const eventBytes = bytesOf(events.filter(({ id }) => fresh.has(id)));
  const destinations = adDestinations(context.config);
  if (destinations.length === 0) return eventBytes;
  // An id that comes twice in one batch is one event.
  const notified = occurrences.flatMap(({ conversion }) =>
    conversion && fresh.delete(conversion.id) ? conversion : [],
  );
  const deliveries = (await allowed(context, db, notified)).flatMap((conversion) =>
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

/** The row of an event that the service made itself. */
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
