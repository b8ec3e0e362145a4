import type { CanaryComparison } from '@funnel/contracts/release-analytics';

/** `check-stable`: the visitors that are missing are those of the stable set. */
export type Advice = CanaryComparison['advice'] | 'check-stable';

/** What the console advises. A canary that gets more visitors than asked is not the set that lacks some. */
export const adviceOf = ({ advice, assignment: { actual, asked } }: CanaryComparison): Advice =>
  advice === 'check-assignment' && actual !== null && actual > asked ? 'check-stable' : advice;
