import type { Failure } from '../api/call.ts';
import { stalenessOf, type Answered } from './staleness.ts';

const failures: readonly Failure[] = [
  { kind: 'unavailable', reasons: [] },
  { kind: 'signed-out', reasons: ['A valid operator token is needed'] },
  { kind: 'rejected', code: 'internal', reasons: ['Something went wrong on our side'] },
  { kind: 'rejected', code: 'unreadable-answer', reasons: [] },
];
const fresh: Answered = { data: 'new', fulfilledTimeStamp: 9000 };

it.each(failures)('tells the age of what is held after any failure: $kind', (error) => {
  const held = { data: 'old', error, fulfilledTimeStamp: 1000 };
  expect(stalenessOf([held])).toEqual({ failure: error, sinceMs: 1000, isAll: true });
  expect(stalenessOf([fresh, held])).toEqual({ failure: error, sinceMs: 1000, isAll: false });
});

it('tells the age of the oldest', () => {
  const [error] = failures;
  const held = (fulfilledTimeStamp: number) => ({ data: 'old', error, fulfilledTimeStamp });
  expect(stalenessOf([held(3000), held(2000), held(4000)])).toMatchObject({ sinceMs: 2000, isAll: true });
});

it('says nothing of what is new, and of what was never there', () => {
  const [error] = failures;
  expect(stalenessOf([fresh, { error }])).toBeNull();
  expect(stalenessOf([])).toBeNull();
});
