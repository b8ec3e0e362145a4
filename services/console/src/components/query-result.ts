import type { CallError } from '../api/failure.ts';

/** What the hook of a query returns. Loaded data stays when a later fetch of the same fails, but not that of another period or filter. */
export interface QueryResult<T> {
  readonly currentData?: T | undefined;
  /** The error of the last fetch. */
  readonly error?: CallError;
  /** When the data was received. */
  readonly fulfilledTimeStamp?: number | undefined;
  readonly refetch: () => unknown;
}
