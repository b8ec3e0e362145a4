import type { Proportion, SetAnalytics } from '@funnel/contracts/release-management';

/** One rate of the stable set and, if one is running, of the canary. */
export interface Comparison {
  readonly label: string;
  readonly stable: Proportion | null;
  readonly canary: Proportion | null;
}

export type Verdict = 'alone' | 'same' | 'higher' | 'lower';

/** Null for a rate of no visitors. */
const nonEmpty = (proportion: Proportion | null | undefined): Proportion | null =>
  proportion && proportion.of > 0 ? proportion : null;

export const compare = (
  label: string,
  stable: Proportion | null | undefined,
  canary: Proportion | null | undefined,
): Comparison => ({ label, stable: nonEmpty(stable), canary: nonEmpty(canary) });

/** Compares the intervals: they overlap (`same`) or do not. */
export function verdictOf({ stable, canary }: Comparison): Verdict {
  if (!stable || !canary) return 'alone';
  if (canary.low > stable.high) return 'higher';
  return canary.high < stable.low ? 'lower' : 'same';
}

/** The steps of both sets in the order of the funnel. A step that only the canary has follows its predecessor there. */
export function compareSteps(
  stable: SetAnalytics['steps'],
  canary: SetAnalytics['steps'],
): readonly Comparison[] {
  const paths = stable.map(({ path }) => path);
  canary.forEach(({ path }, index) => {
    if (paths.includes(path)) return;
    const previous = canary[index - 1]?.path;
    paths.splice(previous === undefined ? 0 : paths.indexOf(previous) + 1, 0, path);
  });
  const reached = (steps: SetAnalytics['steps'], path: string) =>
    steps.find((step) => step.path === path)?.reached;
  return paths.map((path) => compare(path, reached(stable, path), reached(canary, path)));
}

/** The step with the lowest conversion in the stable set, or in the canary if the stable set lacks the step. */
export function lowestStep(steps: readonly Comparison[]): { label: string; share: number } | null {
  const shares = steps.flatMap(({ label, stable, canary }) => {
    const proportion = stable ?? canary;
    return proportion ? [{ label, share: proportion.share }] : [];
  });
  return shares.reduce<{ label: string; share: number } | null>(
    (lowest, step) => (lowest && lowest.share <= step.share ? lowest : step),
    null,
  );
}

/** The part of the scale from 0 to 1 that contains every interval. It starts at zero unless all rates are high. */
export function domainOf(rows: readonly Comparison[]): readonly [low: number, high: number] {
  const proportions = rows.flatMap(({ stable, canary }) => [stable, canary]).filter((one) => one !== null);
  if (proportions.length === 0) return [0, 1];
  const low = Math.min(...proportions.map(({ low }) => low));
  const high = Math.max(...proportions.map(({ high }) => high));
  // Rounded to 5 %, or to 1 % if every rate is low.
  const perUnit = high > 0.1 ? 20 : 100;
  const from = low < 0.5 ? 0 : Math.floor(low * perUnit) / perUnit;
  return [from, Math.min(1, Math.max(Math.ceil(high * perUnit) / perUnit, from + 1 / perUnit))];
}
