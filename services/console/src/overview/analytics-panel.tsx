import type { ReleaseAnalytics, SetAnalytics } from '@funnel/contracts/release-management';

import { copy } from '../content/copy.ts';
import { formatCount, formatInstant, formatRevenue, formatSeconds, formatShare } from '../content/format.ts';
import { Panel } from '../components/panel.tsx';
import { compare, compareSteps, lowestStep, verdictOf } from './comparison.ts';
import { ComparisonChart } from './comparison-chart.tsx';
import styles from './overview.module.css';
import { SeriesMark } from './series-mark.tsx';

const text = copy.overview;

const rates = [
  { key: 'failures', title: text.failures, hint: text.failuresHint },
  { key: 'leads', title: text.leads, hint: text.leadsHint },
  { key: 'purchases', title: text.purchases, hint: text.purchasesHint },
] as const;

const tiles: readonly { title: string; hint?: string; of: (analytics: SetAnalytics) => string }[] = [
  { title: text.visitors, of: ({ visitors }) => formatCount(visitors) },
  { title: text.revenue, of: ({ revenue }) => formatRevenue(revenue) },
  {
    title: text.lcp,
    hint: text.lcpHint,
    of: ({ largestPaintMs }) => (largestPaintMs === null ? '–' : formatSeconds(largestPaintMs)),
  },
];

/** The analytics of the stable set and, if one is running, of the canary. */
export function AnalyticsPanel({ analytics }: { readonly analytics: ReleaseAnalytics }) {
  const { stable, canary, since } = analytics;
  const steps = compareSteps(stable?.steps ?? [], canary?.steps ?? []);
  const lowest = lowestStep(steps);
  return (
    <Panel title={canary ? text.analytics : text.analyticsOfStable}>
      <p className={styles['hint']}>
        {text.since(formatInstant(since))} {text.intervals} {canary && text.autoRollback}
      </p>
      {!stable?.visitors && !canary?.visitors ? (
        <p>{text.noAnalytics}</p>
      ) : (
        <>
          <div className={styles['tiles']}>
            {tiles.map(({ title, hint, of }) => (
              <Tile key={title} title={title} hint={hint} of={of} analytics={analytics} />
            ))}
          </div>
          <div className={styles['charts']}>
            {rates.map(({ key, title, hint }) => {
              const row = compare(title, stable?.[key], canary?.[key]);
              const summary = text.verdicts[verdictOf(row)];
              return <ComparisonChart key={key} title={title} hint={hint} rows={[row]} summary={summary} />;
            })}
          </div>
          {steps.length > 0 && (
            <ComparisonChart
              title={text.steps}
              hint={text.stepsHint}
              rows={steps}
              summary={lowest ? text.lowestStep(lowest.label, formatShare(lowest.share)) : ''}
              hasLabels
            />
          )}
        </>
      )}
    </Panel>
  );
}

interface TileProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly of: (analytics: SetAnalytics) => string;
  readonly analytics: ReleaseAnalytics;
}

function Tile({ title, hint, of, analytics: { stable, canary } }: TileProps) {
  return (
    <div className={styles['tile']}>
      <h3 className={styles['figureTitle']}>{title}</h3>
      <dl className={styles['big']}>
        {stable && (
          <div>
            <dt>
              <SeriesMark series="stable" />
            </dt>
            <dd>{of(stable)}</dd>
          </div>
        )}
        {canary && (
          <div>
            <dt>
              <SeriesMark series="canary" />
            </dt>
            <dd>{of(canary)}</dd>
          </div>
        )}
      </dl>
      {hint && <p className={styles['hint']}>{hint}</p>}
    </div>
  );
}
