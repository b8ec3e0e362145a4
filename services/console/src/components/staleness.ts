import { toFailure, type CallError } from '../api/failure.ts';
import type { Failure } from '../api/call.ts';

/** What there is to know of a query's answers. */
export interface Answered {
  readonly data?: unknown;
  /** Of the last try. */
  readonly error?: CallError;
  /** When the data came. */
  readonly fulfilledTimeStamp?: number | undefined;
}

interface Staleness {
  readonly failure: Failure;
  /** When the oldest of what is shown in spite of a failure came. */
  readonly sinceMs: number;
  readonly isAll: boolean;
}

/** How old that is which is shown although it could not be asked anew; null where everything is new, or nothing is there. */
export function stalenessOf(queries: readonly Answered[]): Staleness | null {
  const shown = queries.filter(({ data }) => data !== undefined);
  const held = shown.flatMap(({ error, fulfilledTimeStamp }) => {
    const failure = toFailure(error);
    return failure && fulfilledTimeStamp !== undefined ? [{ failure, sinceMs: fulfilledTimeStamp }] : [];
  });
  const [oldest] = held.sort((one, other) => one.sinceMs - other.sinceMs);
  return oldest ? { ...oldest, isAll: held.length === shown.length } : null;
}
