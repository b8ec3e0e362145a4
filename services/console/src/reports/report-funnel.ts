import type { FunnelReport } from '@funnel/contracts/reports';

type Step = FunnelReport['steps'][number];

/** What the visitors of one report did on a screen. */
export type ScreenCounts = Pick<Step, 'visitors' | 'continued' | 'medianSeconds'>;

/** A screen of the live set in one report, or in the two that are compared. */
export interface ReportScreen extends Pick<Step, 'path' | 'title'> {
  /** Null if the report has no such step. */
  readonly counts: readonly (ScreenCounts | null)[];
  /** How many visitors of the first report did not go on; null for the last screen. */
  readonly lost: number | null;
}

/** The screens of the live set in their order. */
export function screensOf(reports: readonly [FunnelReport, ...FunnelReport[]]): readonly ReportScreen[] {
  const live = reports[0].steps.filter(({ isLive }) => isLive);
  return live.map(({ path, title, visitors, continued }, index) => ({
    path,
    title,
    counts: reports.map(({ steps }) => steps.find((step) => step.path === path) ?? null),
    lost: index === live.length - 1 ? null : visitors - continued,
  }));
}

/** The same screens, those that lose most visitors first. */
export const byLosses = (screens: readonly ReportScreen[]): readonly ReportScreen[] =>
  [...screens].sort((one, other) => (other.lost ?? 0) - (one.lost ?? 0));
