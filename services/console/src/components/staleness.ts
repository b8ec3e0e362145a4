import type { ApiFailure } from '@funnel/contracts/api-client';

import { toFailure, type CallError } from '../api/failure.ts';

/** The part of a query's state that tells whether its data is stale. */
export interface QueryState {
  /** The data of what the view shows now, which may be another period or filter than before. */
  readonly currentData?: unknown;
  /** The error of the last fetch. */
  readonly error?: CallError;
  /** When the data was received. */
  readonly fulfilledTimeStamp?: number | undefined;
}

interface Staleness {
  readonly failure: ApiFailure;
  /** When the oldest stale data was received. */
  readonly sinceMs: number;
  /** Whether all data is stale. */
  readonly isAll: boolean;
}

/** The oldest data that could not be fetched again; null if all data is fresh, or there is none. */
export function stalenessOf(queries: readonly QueryState[]): Staleness | null {
  const loaded = queries.filter(({ currentData }) => currentData !== undefined);
  const stale = loaded.flatMap(({ error, fulfilledTimeStamp }) => {
    const failure = toFailure(error);
    return failure && fulfilledTimeStamp !== undefined ? [{ failure, sinceMs: fulfilledTimeStamp }] : [];
  });
  const [oldest] = stale.sort((one, other) => one.sinceMs - other.sinceMs);
  return oldest ? { ...oldest, isAll: stale.length === loaded.length } : null;
}
