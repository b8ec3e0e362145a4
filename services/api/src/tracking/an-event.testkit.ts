import { randomUUID } from 'node:crypto';

import type { EventRow } from '../platform/schema.ts';

/** A stored page view that names nothing but itself. */
export const anEvent = (changes: Partial<EventRow> = {}): EventRow => ({
  id: randomUUID(),
  visit_id: 'a-visit',
  name: 'PageView',
  payload: '{}',
  received_at: 0,
  set_id: null,
  path: null,
  remote: null,
  version: null,
  measure: null,
  network: null,
  ...changes,
});
