import type { FunnelReport } from '@funnel/contracts/reports';

type Step = FunnelReport['steps'][number];

/** What the visitors of one report did on a screen. */
export type ScreenCounts = Pick<Step, 'visitors' | 'continued' | 'medianSeconds'>;

/** A screen of the live set in one report, or in the two that are compared. */
export interface ReportScreen extends Pick<Step, 'path' | 'title'> {
  /** Null if the report has no such step. */
  readonly counts: readonly (ScreenCounts | null)[];
  /** Whether there is no screen to go on to. */
  readonly isLast: boolean;
}

/** The screens of the live set in their order. */
export function screensOf(reports: readonly [FunnelReport, ...FunnelReport[]]): readonly ReportScreen[] {
  const live = reports[0].steps.filter(({ isLive }) => isLive);
  return live.map(({ path, title }, index) => ({
    path,
    title,
    counts: reports.map(({ steps }) => steps.find((step) => step.path === path) ?? null),
    isLast: index === live.length - 1,
  }));
}

/** How many visitors of the first report did not go on; 0 for the last screen. */
const lossOf = ({ counts: [first], isLast }: ReportScreen): number =>
  first && !isLast ? first.visitors - first.continued : 0;

/** The same screens, those that lose most visitors of the first report first. */
export const byLosses = (screens: readonly ReportScreen[]): readonly ReportScreen[] =>
  [...screens].sort((one, other) => lossOf(other) - lossOf(one));
