import type { Proportion, ReleaseAnalytics, SetAnalytics } from '@funnel/contracts/release-analytics';

type Steps = SetAnalytics['steps'];

/** What the visitors of one set did on one screen. */
export interface ScreenCounts {
  /** Visitors who saw the screen. */
  readonly visitors: number;
  /** Those of them who also saw a later screen; null for the last screen. */
  readonly continued: Proportion | null;
}

export interface FunnelScreen {
  readonly path: string;
  /** The heading that visitors read; null if the build does not contain it. */
  readonly title: string | null;
  /** Null if the set does not have the screen. */
  readonly stable: ScreenCounts | null;
  readonly canary: ScreenCounts | null;
}

/** The API relates each screen to the previous one, the report to the next one. */
function countsOf(steps: Steps, path: string): ScreenCounts | null {
  const index = steps.findIndex((step) => step.path === path);
  const step = steps[index];
  if (!step) return null;
  const next = steps[index + 1]?.reached;
  return { visitors: step.visitors, continued: next ?? null };
}

/** The screens of both sets in the order of the funnel. A screen that only the canary has follows its predecessor there. */
export function funnelOf({ stable, canary, titles }: ReleaseAnalytics): readonly FunnelScreen[] {
  const [stableSteps, canarySteps] = [stable?.steps ?? [], canary?.steps ?? []];
  const paths = stableSteps.map(({ path }) => path);
  canarySteps.forEach(({ path }, index) => {
    if (paths.includes(path)) return;
    const previous = canarySteps[index - 1]?.path;
    paths.splice(previous === undefined ? 0 : paths.indexOf(previous) + 1, 0, path);
  });
  return paths.map((path) => ({
    path,
    title: titles[path] ?? null,
    stable: countsOf(stableSteps, path),
    canary: countsOf(canarySteps, path),
  }));
}

/** How many visitors of the stable set, or of the canary if only that has the screen, saw no later screen. */
export function lossOf({ stable, canary }: FunnelScreen): number {
  const continued = (stable ?? canary)?.continued;
  return continued ? continued.of - continued.count : 0;
}

/** The same screens, those that lose most visitors first. */
export const byLosses = (screens: readonly FunnelScreen[]): readonly FunnelScreen[] =>
  [...screens].sort((one, other) => lossOf(other) - lossOf(one));
