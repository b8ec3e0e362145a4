import type { ApiFailure } from '@funnel/contracts/api-client';

import { toFailure } from '../api/failure.ts';
import type { QueryResult } from './query-result.ts';

interface Staleness {
  readonly failure: ApiFailure;
  /** When the oldest stale data was received. */
  readonly sinceMs: number;
  /** Whether all data is stale. */
  readonly isAll: boolean;
}

/** The oldest data that could not be fetched again; null if all data is fresh, or there is none. */
export function stalenessOf(queries: readonly QueryResult<unknown>[]): Staleness | null {
  const loaded = queries.filter(({ currentData }) => currentData !== undefined);
  const stale = loaded.flatMap(({ error, fulfilledTimeStamp }) => {
    const failure = toFailure(error);
    return failure && fulfilledTimeStamp !== undefined ? [{ failure, sinceMs: fulfilledTimeStamp }] : [];
  });
  const [oldest] = stale.sort((one, other) => one.sinceMs - other.sinceMs);
  return oldest ? { ...oldest, isAll: stale.length === loaded.length } : null;
}
