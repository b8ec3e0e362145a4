import { experimentGuardrails, type ExperimentReport } from '@funnel/contracts/experiment-reports';

import { DataTable, type Column } from '../components/data-table.tsx';
import smallText from '../components/small-text.module.css';
import { copy } from '../content/copy.ts';
import { formatCount, formatPoints, formatShare } from '../content/format.ts';
import styles from './experiments.module.css';

interface DifferenceChartProps {
  readonly low: number;
  readonly high: number;
  /** The difference, of either sign, that is drawn at the edge of the chart. */
  readonly maxDifference: number;
}

/** An interval beside the line of no difference. Hidden from screen readers, which get its numbers. */
function DifferenceChart({ low, high, maxDifference }: DifferenceChartProps) {
  const at = (share: number) => `${50 + (share / maxDifference) * 48}%`;
  return (
    <svg width="100%" height="12" aria-hidden="true" className={styles['difference']}>
      <line x1="50%" x2="50%" y1="0" y2="12" className={styles['zero']} />
      <line x1={at(low)} x2={at(high)} y1="6" y2="6" className={styles['interval']} />
    </svg>
  );
}

const text = copy.experiments;

type Arm = ExperimentReport['arms'][number];

/** Whom a guardrail counts: money is returned to buyers only, and a load must be measured. */
const populations = {
  failures: 'exposed',
  slowLoads: 'loads',
  refunds: 'buyers',
  disputes: 'buyers',
} as const;

const withShare = (count: number, of: number): string | null =>
  of === 0 ? null : text.share(formatCount(count), formatShare(count / of));

/** Each arm with its visitors, purchases, difference from the control, and guardrails. */
export function ArmsTable({ report }: { readonly report: ExperimentReport }) {
  const { name, arms, comparisons } = report;
  const sum = (valueOf: (arm: Arm) => number) => arms.reduce((total, arm) => total + valueOf(arm), 0);
  const [exposed, weights] = [sum((arm) => arm.exposed), sum(({ weight }) => weight)];
  const comparisonOf = (arm: Arm) => comparisons.find((comparison) => comparison.arm === arm.name);
  const maxDifference = Math.max(
    ...comparisons.flatMap(({ difference: { low, high } }) => [Math.abs(low), Math.abs(high)]),
    0.001,
  );
  const columns: readonly Column<Arm>[] = [
    {
      header: text.arm,
      cell: (arm) => (
        <>
          <strong>{arm.name}</strong>{' '}
          {arm === arms[0] && <span className={smallText['muted']}>{text.control}</span>}
        </>
      ),
    },
    {
      header: text.seen,
      kind: 'number',
      cell: (arm) => (
        <>
          <p>{formatCount(arm.exposed)}</p>
          {exposed > 0 && (
            <p className={smallText['muted']}>
              {text.ofWeight(formatShare(arm.exposed / exposed), formatShare(arm.weight / weights))}
            </p>
          )}
        </>
      ),
    },
    { header: text.visitors, kind: 'number', cell: ({ visitors }) => formatCount(visitors) },
    {
      header: text.purchases,
      kind: 'number',
      cell: ({ purchases, visitors }) => withShare(purchases, visitors),
    },
    {
      header: text.difference,
      kind: 'number',
      cell: (arm) => {
        const comparison = comparisonOf(arm);
        if (!comparison || arm.visitors === 0) return null;
        const { outcome, difference } = comparison;
        return (
          <>
            <p>
              <strong>{text.outcomes[outcome]}</strong>
            </p>
            <p>{text.differenceOf(formatPoints(difference.low, difference.high))}</p>
            <DifferenceChart {...difference} maxDifference={maxDifference} />
          </>
        );
      },
    },
    ...experimentGuardrails.map((guardrail): Column<Arm> => ({
      header: text.guardrails[guardrail],
      kind: 'number',
      cell: (arm) => {
        const share = withShare(arm[guardrail], arm[populations[guardrail]]);
        return (
          share && (
            <>
              <p>{share}</p>
              {comparisonOf(arm)?.worse.includes(guardrail) && (
                <p className={styles['worse']}>{text.worse}</p>
              )}
            </>
          )
        );
      },
    })),
  ];
  return (
    <DataTable
      label={`${text.arms}: ${name}`}
      isFixed
      columns={columns}
      rows={arms}
      keyOf={(arm) => arm.name}
    />
  );
}
