import type { Guardrail, ReleaseAnalytics, SetAnalytics } from '@funnel/contracts/release-analytics';

import { AsOf } from '../components/as-of.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';
import { formatCount, formatRevenue, formatSeconds } from '../content/format.ts';
import { CanaryAdvice, describeDifference } from './canary-advice.tsx';
import { compare } from './comparison.ts';
import styles from './tiles.module.css';
import { RateTile, ValueTile } from './tiles.tsx';

const text = copy.overview;

const values: readonly (readonly [title: string, of: (set: SetAnalytics) => string])[] = [
  [text.visitors, ({ visitors }) => formatCount(visitors)],
  [text.revenue, ({ revenue }) => formatRevenue(revenue)],
  [text.lcp, ({ largestPaintMs: ms }) => (ms === null ? copy.noValue : formatSeconds(ms))],
];

/** The key metrics of the stable set and, if one is running, of the canary. */
export function AnalyticsPanel({ analytics }: { readonly analytics: ReleaseAnalytics }) {
  const { stable, canary, comparison, since, asOf } = analytics;
  const rateTile = (key: Guardrail, hint: string) => {
    const difference = comparison?.differences.find(({ guardrail }) => guardrail === key);
    return (
      <RateTile
        hint={hint}
        rate={compare(text[key], stable?.[key], canary?.[key])}
        difference={difference ? describeDifference(difference) : null}
      />
    );
  };
  return (
    <Panel
      title={canary ? text.analytics : text.analyticsOfStable}
      aside={
        <>
          {stable && (
            <p className={styles['hint']}>
              {text.since} <Timestamp atMs={since} isAtEnd />
            </p>
          )}
          <AsOf atMs={asOf} />
        </>
      }
    >
      {!stable?.visitors && !canary?.visitors ? (
        <EmptyState icon="users" text={text.noAnalytics} />
      ) : (
        <>
          {stable && canary && comparison && <CanaryAdvice {...{ stable, canary, comparison, since }} />}
          <div className={styles['tiles']}>
            {values.map(([title, of]) => (
              <ValueTile key={title} title={title} analytics={analytics} of={of} />
            ))}
            {rateTile('leads', text.leadsHint)}
            {rateTile('purchases', text.purchasesHint)}
            {rateTile('failures', text.failuresHint)}
          </div>
          <p className={styles['hint']}>
            {text.intervals} {canary && text.autoRollback}
          </p>
        </>
      )}
    </Panel>
  );
}
