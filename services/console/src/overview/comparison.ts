import type { Proportion, SetAnalytics } from '@funnel/contracts/release-management';

/** One share of the stable set's visitors, and of the canary's where one runs. */
export interface Comparison {
  readonly label: string;
  readonly stable: Proportion | null;
  readonly canary: Proportion | null;
}

export type Verdict = 'alone' | 'same' | 'higher' | 'lower';

/** A share that nobody could be counted for says nothing. */
const known = (proportion: Proportion | null | undefined): Proportion | null =>
  proportion && proportion.of > 0 ? proportion : null;

export const compare = (
  label: string,
  stable: Proportion | null | undefined,
  canary: Proportion | null | undefined,
): Comparison => ({ label, stable: known(stable), canary: known(canary) });

/** What the intervals say: apart from each other or not. */
export function verdictOf({ stable, canary }: Comparison): Verdict {
  if (!stable || !canary) return 'alone';
  if (canary.low > stable.high) return 'higher';
  return canary.high < stable.low ? 'lower' : 'same';
}

/** The steps of both, in the order of the funnel. A step that only one of them has stands behind the one before it. */
export function compareSteps(
  stable: SetAnalytics['steps'],
  canary: SetAnalytics['steps'],
): readonly Comparison[] {
  const paths = stable.map(({ path }) => path);
  canary.forEach(({ path }, index) => {
    if (paths.includes(path)) return;
    const before = canary[index - 1]?.path;
    paths.splice(before === undefined ? 0 : paths.indexOf(before) + 1, 0, path);
  });
  const reached = (steps: SetAnalytics['steps'], path: string) =>
    steps.find((step) => step.path === path)?.reached;
  return paths.map((path) => compare(path, reached(stable, path), reached(canary, path)));
}

/** The step where the smallest share of the stable set's visitors, or else the canary's, goes on. */
export function smallestStep(steps: readonly Comparison[]): { label: string; share: number } | null {
  const shares = steps.flatMap(({ label, stable, canary }) => {
    const proportion = stable ?? canary;
    return proportion ? [{ label, share: proportion.share }] : [];
  });
  return shares.reduce<{ label: string; share: number } | null>(
    (smallest, step) => (smallest && smallest.share <= step.share ? smallest : step),
    null,
  );
}

const twentieth = 20;

/** The part of the scale from 0 to 1 that shows every interval, with some air. Shares near nothing are seen from zero. */
export function domainOf(rows: readonly Comparison[]): readonly [low: number, high: number] {
  const shown = rows.flatMap(({ stable, canary }) => [stable, canary]).filter((one) => one !== null);
  if (shown.length === 0) return [0, 1];
  const low = Math.min(...shown.map((one) => one.low));
  const high = Math.max(...shown.map((one) => one.high));
  // In steps of 5 %, or of 1 % where all is small.
  const perUnit = high > 0.1 ? twentieth : 100;
  const from = low < 0.5 ? 0 : Math.floor(low * perUnit) / perUnit;
  return [from, Math.min(1, Math.max(Math.ceil(high * perUnit) / perUnit, from + 1 / perUnit))];
}
