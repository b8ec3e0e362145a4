import type {
  CanaryComparison,
  GuardrailDifference,
  SetAnalytics,
} from '@funnel/contracts/release-analytics';
import { Notice } from '@funnel/ui/notice';

import { useNow } from '../components/use-now.ts';
import { copy } from '../content/copy.ts';
import { formatCount, formatDuration, formatPoint, formatPoints, formatShare } from '../content/format.ts';
import styles from './tiles.module.css';

/** `check-stable`: the visitors that are missing are those of the stable set. */
export type Advice = CanaryComparison['advice'] | 'check-stable';

/** What the console advises. A canary that gets more visitors than asked is not the set that lacks some. */
export const adviceOf = ({ advice, assignment: { actual, asked } }: CanaryComparison): Advice =>
  advice === 'check-assignment' && actual !== null && actual > asked ? 'check-stable' : advice;

const { adviceReasons: reasons, ...text } = copy.overview;

const tones = {
  increase: 'success',
  wait: 'info',
  'roll-back': 'danger',
  'check-assignment': 'danger',
  'check-stable': 'danger',
} as const satisfies Record<Advice, string>;

/** The difference of one rate in words. */
export function describeDifference({ interval, judgment }: GuardrailDifference): string {
  return interval
    ? text.differences[judgment](formatPoints(interval.low, interval.high))
    : text.differences.unknown;
}

interface CanaryAdviceProps {
  readonly stable: SetAnalytics;
  readonly canary: SetAnalytics;
  readonly comparison: CanaryComparison;
  /** When the canary started, in milliseconds since 1970. */
  readonly since: number;
}

/** What to do with the canary, and why. */
export function CanaryAdvice({ stable, canary, comparison, since }: CanaryAdviceProps) {
  const now = useNow();
  const advice = adviceOf(comparison);
  // Of the visitors of both sets, because the canary may have had another percentage before.
  const msPerVisitor =
    (now - since) / Math.max(1, (stable.visitors + canary.visitors) * comparison.assignment.asked);
  return (
    // The key, because other advice is announced too.
    <Notice key={advice} tone={tones[advice]} title={text.advice[advice]} announced="title">
      <p>{reasonFor(advice, comparison, msPerVisitor)}</p>
      <p className={styles['hint']}>{text.adviceHint}</p>
    </Notice>
  );
}

function reasonFor(
  advice: Advice,
  { assignment, differences, visitorsMissing }: CanaryComparison,
  msPerVisitor: number,
): string {
  switch (advice) {
    case 'increase':
      return reasons.increase(
        differences
          .map(({ guardrail, harmLimit }) => text.harms[guardrail](formatPoint(harmLimit)))
          .join(', '),
      );
    case 'wait':
      return visitorsMissing === null
        ? reasons.waitForCloserRates
        : reasons.wait(
            visitorsMissing,
            formatCount(visitorsMissing),
            formatDuration(visitorsMissing * msPerVisitor),
          );
    case 'roll-back': {
      const worse = differences.filter(({ judgment }) => judgment === 'worse');
      return reasons['roll-back'](worse.map(({ guardrail }) => text[guardrail]).join(', '));
    }
    case 'check-assignment':
    case 'check-stable':
      return reasons[advice](formatShare(assignment.actual ?? 0), formatShare(assignment.asked));
  }
}
