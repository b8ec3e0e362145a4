import type { FunnelReport } from '@funnel/contracts/reports';

type Step = FunnelReport['steps'][number];

/** What the visitors of one report did on a screen. */
export type ScreenCounts = Pick<Step, 'visitors' | 'continued' | 'medianSeconds'>;

/** A screen in one report, or in the two that are compared. */
export interface ReportScreen extends Pick<Step, 'path' | 'title' | 'isLive'> {
  /** Null if the report has no such step. */
  readonly counts: readonly (ScreenCounts | null)[];
  /** Whether there is no screen to go on to. */
  readonly isLast: boolean;
}

/** How many paths of each report are shown that the live set does not have. Visitors who mistype one make more of them. */
const maxOtherPaths = 20;

/** The screens of the live set in their order, then the most frequent ones that only an earlier set or the canary has. */
export function screensOf(reports: readonly [FunnelReport, ...FunnelReport[]]): readonly ReportScreen[] {
  const live = reports[0].steps.filter(({ isLive }) => isLive);
  // `other` is no path, but the sum of those that are not listed.
  const others = reports.flatMap(({ steps }) =>
    steps.filter(({ isLive, path }) => !isLive && path.startsWith('/')).slice(0, maxOtherPaths),
  );
  const screens = new Map([...live, ...others].map((step) => [step.path, step]));
  return [...screens.values()].map(({ path, title, isLive }) => ({
    path,
    title,
    isLive,
    counts: reports.map(({ steps }) => steps.find((step) => step.path === path) ?? null),
    isLast: path === live.at(-1)?.path,
  }));
}

/** How many visitors of the first report did not go on; 0 for the last screen. */
const notContinuedOf = ({ counts: [first], isLast }: ReportScreen): number =>
  first && !isLast ? first.visitors - first.continued : 0;

/** The same screens, those that lose most visitors of the first report first. */
export const byLosses = (screens: readonly ReportScreen[]): readonly ReportScreen[] =>
  [...screens].sort((one, other) => notContinuedOf(other) - notContinuedOf(one));
