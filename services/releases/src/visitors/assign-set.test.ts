import { assignSet, assignmentTtlMs, bucketOf, type Channel } from './assign-set.ts';

const channel: Channel = {
  movedAt: 1,
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
  visitors.filter((visitId) => bucketOf(visitId, canarySetId) < percent);

describe('a visitor', () => {
  it('keeps a set that is neither stable nor canary any more', () => {
    expect(assignSet(channel, at('older', assignmentTtlMs - 1), nowMs)).toBe('older');
  });

  it('leaves it after a day without a request', () => {
    expect(assignSet({ ...channel, canary: null }, at('older', assignmentTtlMs), nowMs)).toBe('stable');
  });

  it('leaves a withdrawn set at once', () => {
    expect(assignSet({ ...channel, canary: null }, at('gone', 0), nowMs)).toBe('stable');
  });

  it('with the stable set is not assigned to a canary', () => {
    const all = { ...channel, canary: { setId: 'canary', percent: 99 } };
    expect(assignSet(all, at('stable', 0), nowMs)).toBe('stable');
  });
});

describe('200,000 visitors', () => {
  it.each([1, 5, 10, 50])('are assigned to a canary at %i %% within the binomial interval', (percent) => {
    const assigned = visitors.filter(
      (visitId) =>
        assignSet(
          { ...channel, canary: { setId: 'canary', percent } },
          { visitId, assignment: null },
          nowMs,
        ) === 'canary',
    );
    const share = percent / 100;
    // Four standard deviations: one correct run in 16,000 is outside.
    const tolerance = 4 * Math.sqrt(visitors.length * share * (1 - share));
    expect(Math.abs(assigned.length - visitors.length * share)).toBeLessThan(tolerance);
  });

  it('are assigned to two canaries independently', () => {
    const second = new Set(shareOf('another', 10));
    const both = shareOf('canary', 10).filter((visitId) => second.has(visitId)).length;
    const expected = visitors.length * 0.01;
    expect(Math.abs(both - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });

  it('keep the canary when its percentage increases', () => {
    let before: readonly string[] = [];
    for (const percent of [1, 5, 10, 50, 99]) {
      const now = new Set(shareOf('canary', percent));
      expect(before.every((visitId) => now.has(visitId))).toBe(true);
      before = [...now];
    }
  });
});
