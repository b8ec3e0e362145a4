import { leastVisitors, margin, shouldTakeBack, type Sample } from './self-healing-rule.ts';

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Visitors one after the other, each failing at the rate; drawn as the distances between failures. */
function createVisitors(rate: number, dice: () => number) {
  const distance = () => 1 + Math.floor(Math.log(1 - dice()) / Math.log(1 - rate));
  const sample = { visitors: 0, failures: 0 };
  let next = distance();
  return {
    sample,
    come(count: number): Sample {
      sample.visitors += count;
      for (; next <= sample.visitors; next += distance()) sample.failures++;
      return sample;
    },
  };
}

interface World {
  readonly canaryRate: number;
  readonly stableRate: number;
  /** Stable visitors for each one of the canary. */
  readonly stablePerCanary: number;
  readonly runs: number;
}

/** At how many canary visitors each run took the canary back, looking after every single one; infinite where it never did. */
function takenBackAt({ canaryRate, stableRate, stablePerCanary, runs }: World, until: number): number[] {
  const dice = createDice(7);
  return Array.from({ length: runs }, () => {
    const canary = createVisitors(canaryRate, dice);
    const stable = createVisitors(stableRate, dice);
    for (let seen = 1; seen <= until; seen++) {
      if (shouldTakeBack(canary.come(1), stable.come(stablePerCanary))) return seen;
    }
    return Infinity;
  });
}
module.exports = { takenBackAt };
