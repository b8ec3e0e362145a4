import type { ApiFailure } from '@funnel/contracts/api-client';

import { stalenessOf } from './staleness.ts';

const failures: readonly ApiFailure[] = [
  { kind: 'unavailable', code: 'unreachable', reasons: [], files: [] },
  { kind: 'signed-out', code: 'unauthorized', reasons: ['A valid operator token is needed'], files: [] },
  { kind: 'rejected', code: 'internal', reasons: ['Something went wrong on our side'], files: [] },
  { kind: 'rejected', code: 'unknown-response', reasons: [], files: [] },
];
const refetch = () => null;
const fresh = { currentData: 'new', fulfilledTimeStamp: 9000, refetch };

it.each(failures)('returns the age of the data after any failure: $code', (error) => {
  const stale = { currentData: 'old', error, fulfilledTimeStamp: 1000, refetch };
  expect(stalenessOf([stale])).toEqual({ failure: error, sinceMs: 1000, isAll: true });
  expect(stalenessOf([fresh, stale])).toEqual({ failure: error, sinceMs: 1000, isAll: false });
});

it('returns the age of the oldest data', () => {
  const [error] = failures;
  const stale = (fulfilledTimeStamp: number) => ({ currentData: 'old', error, fulfilledTimeStamp, refetch });
  expect(stalenessOf([stale(3000), stale(2000), stale(4000)])).toMatchObject({ sinceMs: 2000, isAll: true });
});

it('says that all data is stale although a query has none yet', () => {
  const [error] = failures;
  const stale = { currentData: 'old', error, fulfilledTimeStamp: 1000, refetch };
  expect(stalenessOf([stale, { error, refetch }])).toMatchObject({ isAll: true });
});

it('returns null for fresh data, and for a query without data', () => {
  const [error] = failures;
  expect(stalenessOf([fresh, { error, refetch }])).toBeNull();
  expect(stalenessOf([])).toBeNull();
});
