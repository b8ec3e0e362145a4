import type { ExperimentGuardrail } from '@funnel/contracts/experiment-reports';
import type { Experiment } from '@funnel/contracts/experiments';

import type { ArmComparison, ArmCounts, Judgment } from './judge-experiment.ts';

const numbers = new Intl.NumberFormat('en-US');
/** Percentage points with one decimal: 0.0083 is 0.8. */
const points = (share: number): string => (Math.abs(share) * 100).toFixed(1);
const guardrailNames = {
  failures: 'failures',
  slowLoads: 'slow page loads',
  refunds: 'refunds',
  disputes: 'disputes',
} as const satisfies Record<ExperimentGuardrail, string>;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** A difference of shares is never more than one, so these limits say nothing. */
const isUnknown = ({ difference: { low, high } }: ArmComparison): boolean => low <= -1 && high >= 1;

function describeDifference(comparison: ArmComparison, control: string): string {
  const { arm, outcome, worse, difference } = comparison;
  const { low, high } = difference;
  if (outcome === 'held-back')
    return `${arm} is held back: it has more ${list.format(worse.map((guardrail) => guardrailNames[guardrail]))} than ${control}.`;
  if (outcome === 'more')
    return `${arm} sells ${points(low)} to ${points(high)} points more than ${control}.`;
  if (outcome === 'fewer')
    return `${arm} sells ${points(high)} to ${points(low)} points less than ${control}.`;
  if (isUnknown(comparison)) return `Nothing is known about ${arm} yet.`;
  return `No certain difference between ${arm} and ${control}: from ${points(low)} points less to ${points(high)} points more.`;
}

/** What an experiment says so far, in sentences. */
export function describeJudgment(
  { plannedVisitors, arms: [control] }: Pick<Experiment, 'plannedVisitors' | 'arms'>,
  counts: readonly Pick<ArmCounts, 'visitors'>[],
  judgment: Judgment,
): string {
  const seen = counts.reduce((sum, { visitors }) => sum + visitors, 0);
  const progress = `Planned ${numbers.format(plannedVisitors)} visitors, seen ${numbers.format(seen)}.`;
  if (judgment.status === 'skewed')
    return `Visitors were not assigned by the weights, as the number of ${judgment.arm} shows, so nothing can be said about the arms. ${progress}`;
  const { comparisons } = judgment;
  const isHarmless = comparisons.every(({ worse }) => worse.length === 0) && !comparisons.every(isUnknown);
  return [
    ...comparisons.map((comparison) => describeDifference(comparison, control?.name ?? '')),
    progress,
    ...(isHarmless ? ['Failures, slow page loads, refunds and disputes are not shown to be worse.'] : []),
  ].join(' ');
}
