import { assignSet, assignmentTtlMs, bucketOf, type Channel } from './assign-set.ts';

const channel: Channel = {
  movedAt: 1,
  stable: 'stable',
  canary: { setId: 'canary', percent: 10 },
  withdrawn: new Set(['gone']),
};
const at = (setId: string, agoMs: number) => ({
  visitId: visitors[0] ?? '',
  placement: { setId, seenAtMs: nowMs - agoMs },
});
const nowMs = 1_800_000_000_000;
const visitors = Array.from({ length: 200_000 }, (_, number) => `visit-${number}`);
const shareOf = (canarySetId: string, percent: number) =>
  visitors.filter((visitId) => bucketOf(visitId, canarySetId) < percent);

describe('a visitor', () => {
  it('stays on a set that is neither stable nor canary any more', () => {
    expect(assignSet(channel, at('older', assignmentTtlMs - 1), nowMs)).toBe('older');
  });

  it('leaves it after a day away', () => {
    expect(assignSet({ ...channel, canary: null }, at('older', assignmentTtlMs), nowMs)).toBe('stable');
  });

  it('leaves a withdrawn set at once', () => {
    expect(assignSet({ ...channel, canary: null }, at('gone', 0), nowMs)).toBe('stable');
  });

  it('who is on the stable set is not taken into a canary', () => {
    const all = { ...channel, canary: { setId: 'canary', percent: 99 } };
    expect(assignSet(all, at('stable', 0), nowMs)).toBe('stable');
  });
});

describe('200,000 visitors', () => {
  it.each([1, 5, 10, 50])('get a canary at %i %% inside the binomial interval', (percent) => {
    const assigned = visitors.filter(
      (visitId) =>
        assignSet(
          { ...channel, canary: { setId: 'canary', percent } },
          { visitId, placement: null },
          nowMs,
        ) === 'canary',
    );
    const share = percent / 100;
    // Four standard deviations: one honest run in 16,000 lies outside.
    const tolerance = 4 * Math.sqrt(visitors.length * share * (1 - share));
    expect(Math.abs(assigned.length - visitors.length * share)).toBeLessThan(tolerance);
  });

  it('are in two canaries independently', () => {
    const second = new Set(shareOf('another', 10));
    const both = shareOf('canary', 10).filter((visitId) => second.has(visitId)).length;
    const expected = visitors.length * 0.01;
    expect(Math.abs(both - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });

  it('are never moved back when a canary is widened', () => {
    let before: readonly string[] = [];
    for (const percent of [1, 5, 10, 50, 99]) {
      const now = new Set(shareOf('canary', percent));
      expect(before.every((visitId) => now.has(visitId))).toBe(true);
      before = [...now];
    }
  });
});
