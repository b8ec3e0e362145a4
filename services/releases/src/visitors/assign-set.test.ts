import { assignSet, bucketOf, type Channel } from './assign-set.ts';

const channel: Channel = {
  revision: '1',
  stable: 'stable',
  canary: { setId: 'canary', percent: 10 },
  withdrawn: new Set(['gone']),
};
const at = (setId: string, agoMs: number) => ({
  visitId: visitors[0] ?? '',
  assignment: { setId, seenAtMs: nowMs - agoMs },
});
const nowMs = 1_800_000_000_000;
const visitors = Array.from({ length: 200_000 }, (_, number) => `visit-${number}`);
const shareOf = (canarySetId: string, percent: number) =>
  visitors.slice(0, 20_000).filter((visitId) => bucketOf(visitId, canarySetId) < percent);

describe('a visitor', () => {
  it.each([0, 60_000, 3_600_000, 86_399_999])(
    'keeps a set that is neither stable nor canary any more, %i ms after the last request',
    (agoMs) => {
      expect(assignSet(channel, at('older', agoMs), nowMs)).toBe('older');
    },
  );

  it.each([86_400_000, 86_400_001, 30 * 86_400_000])(
    'leaves it after a day without a request: %i ms',
    (agoMs) => {
      expect(assignSet({ ...channel, canary: null }, at('older', agoMs), nowMs)).toBe('stable');
    },
  );

  it('leaves a withdrawn set at once', () => {
    expect(assignSet({ ...channel, canary: null }, at('gone', 0), nowMs)).toBe('stable');
  });

  it('with the stable set is not assigned to a canary', () => {
    const all = { ...channel, canary: { setId: 'canary', percent: 99 } };
    expect(assignSet(all, at('stable', 0), nowMs)).toBe('stable');
  });
});

/** The first 48 bits of the SHA-256 of `canary visit-0`, as a percentage of 2^48, computed with Python. */
it.each([
  ['visit-0', 'canary', 38.186253],
  ['visit-1', 'canary', 39.968155],
  ['visit-2', 'canary', 7.931127],
  ['visit-6', 'canary', 5.74161],
  ['visit-9', 'canary', 85.294272],
  ['visit-0', 'another', 47.816636],
  ['visit-1', 'another', 97.660564],
  ['visit-10', 'another', 0.681723],
])('the bucket of %s for the set %s is %d', (visitId, setId, bucket) => {
  expect(bucketOf(visitId, setId)).toBeCloseTo(bucket, 5);
});

describe('100 visitors at 10 %', () => {
  it('are assigned to the canary exactly if their bucket is below 10', () => {
    const assigned = visitors
      .slice(0, 100)
      .filter((visitId) => assignSet(channel, { visitId, assignment: null }, nowMs) === 'canary');
    expect(assigned).toEqual(['visit-2', 'visit-6', 'visit-35', 'visit-54', 'visit-73', 'visit-97']);
  });
});

describe('200,000 visitors', () => {
  // The counts were computed from the same hashes with Python.
  it.each([
    { percent: 1, count: 2031 },
    { percent: 5, count: 9956 },
    { percent: 10, count: 19_943 },
    { percent: 50, count: 100_203 },
  ])('are assigned to a canary at $percent % within the binomial interval', ({ percent, count }) => {
    const assigned = visitors.filter(
      (visitId) =>
        assignSet(
          { ...channel, canary: { setId: 'canary', percent } },
          { visitId, assignment: null },
          nowMs,
        ) === 'canary',
    );
    expect(assigned).toHaveLength(count);
    const share = percent / 100;
    // Four standard deviations: one correct run in 16,000 is outside.
    const tolerance = 4 * Math.sqrt(visitors.length * share * (1 - share));
    expect(Math.abs(assigned.length - visitors.length * share)).toBeLessThan(tolerance);
  });
});

describe('20,000 visitors', () => {
  it('are assigned to two canaries independently', () => {
    const second = new Set(shareOf('another', 10));
    const both = shareOf('canary', 10).filter((visitId) => second.has(visitId)).length;
    const expected = 200;
    expect(Math.abs(both - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });

  it('keep the canary when its percentage increases', () => {
    let before: readonly string[] = [];
    for (const percent of [1, 5, 10, 50, 99]) {
      const now = new Set(shareOf('canary', percent));
      expect(before.every((visitId) => now.has(visitId))).toBe(true);
      expect(now.size).toBeGreaterThan(before.length);
      before = [...now];
    }
  });
});
