import type { Guardrail, ReleaseAnalytics } from '@funnel/contracts/release-management';

import { AsOf } from '../components/as-of.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';
import { formatCount, formatRevenue, formatSeconds } from '../content/format.ts';
import { CanaryAdvice, describeDifference } from './canary-advice.tsx';
import { compare } from './comparison.ts';
import { ValueTile } from './value-tile.tsx';
import styles from './tiles.module.css';
import { RateTile } from './rate-tile.tsx';

const text = copy.overview;

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
          <p className={styles['hint']}>
            {text.since} <Timestamp atMs={since} isAtEnd />
          </p>
          <AsOf atMs={asOf} />
        </>
      }
    >
      {!stable?.visitors && !canary?.visitors ? (
        <EmptyState icon="users" text={text.noAnalytics} />
      ) : (
        <>
          {canary && comparison && <CanaryAdvice {...{ canary, comparison, since }} />}
          <div className={styles['tiles']}>
            <ValueTile
              title={text.visitors}
              analytics={analytics}
              of={({ visitors }) => formatCount(visitors)}
            />
            <ValueTile
              title={text.revenue}
              analytics={analytics}
              of={({ revenue }) => formatRevenue(revenue)}
            />
            <ValueTile
              title={text.lcp}
              analytics={analytics}
              of={({ largestPaintMs }) =>
                largestPaintMs === null ? copy.noValue : formatSeconds(largestPaintMs)
              }
            />
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
