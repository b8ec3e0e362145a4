import type { ReleaseAnalytics } from '@funnel/contracts/release-analytics';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import { useState, useSyncExternalStore } from 'react';

import { AsOf } from '../components/as-of.tsx';
import { CompactButton } from '../components/compact-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Panel } from '../components/panel.tsx';
import { Checkbox } from '../components/choices.tsx';
import { ScreenCell } from '../components/screen-cell.tsx';
import smallText from '../components/small-text.module.css';
import { useLossOrder } from '../components/use-loss-order.ts';
import { copy } from '../content/copy.ts';
import { formatCount, formatShare } from '../content/format.ts';
import { BarsLegend, FunnelBars } from './funnel-bars.tsx';
import styles from './funnel.module.css';
import { byLosses, funnelOf, lossOf, type FunnelScreen, type ScreenCounts } from './funnel.ts';

/** Whether the window matches a media query, such as `(width < 640px)`. False where there is no window. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

const text = copy.overview.funnel;
/** How many screens a phone shows at first: those with the largest losses. */
const firstScreens = 5;

/** Where visitors leave: for each screen how many saw it and how many of them went on, as bars in a table. */
export function FunnelPanel({ analytics }: { readonly analytics: ReleaseAnalytics }) {
  const { stable, canary, asOf } = analytics;
  const [isByLosses, setIsByLosses] = useLossOrder();
  const [showsAll, setShowsAll] = useState(false);
  const isPhone = useMedia('(width < 640px)');
  const screens = funnelOf(analytics);
  const sorted = byLosses(screens);
  const [worst] = sorted;
  if (!worst || (!stable?.visitors && !canary?.visitors)) return null;

  const isShortened = isPhone && screens.length > firstScreens;
  const showsFirst = isShortened && !showsAll;
  const ordered = showsFirst || isByLosses ? sorted : screens;
  const most = {
    stable: Math.max(...screens.map((screen) => screen.stable?.visitors ?? 0)),
    canary: Math.max(...screens.map((screen) => screen.canary?.visitors ?? 0)),
  };
  const number = (header: string, of: (counts: ScreenCounts) => string): Column<FunnelScreen> => ({
    header,
    kind: 'number',
    cell: (screen) => (
      <>
        <p>
          {canary && <VisuallyHidden>{copy.set.stable} </VisuallyHidden>}
          {screen.stable ? of(screen.stable) : copy.noValue}
        </p>
        {canary && (
          <p className={styles['canary']}>
            <VisuallyHidden>{copy.set.canary} </VisuallyHidden>
            {screen.canary ? of(screen.canary) : copy.noValue}
          </p>
        )}
      </>
    ),
  });
  const columns: readonly Column<FunnelScreen>[] = [
    {
      header: text.screen,
      cell: (screen) => (
        <ScreenCell path={screen.path} title={screen.title}>
          <FunnelBars screen={screen} most={most} />
        </ScreenCell>
      ),
    },
    number(text.visitors, ({ visitors }) => formatCount(visitors)),
    number(text.continued, ({ continued }) => (continued?.of ? formatShare(continued.share) : copy.noValue)),
    number(text.left, ({ continued }) =>
      continued ? formatCount(continued.of - continued.count) : copy.noValue,
    ),
  ];
  const notes = [
    lossOf(worst) > 0 && text.largest(worst.title ?? worst.path, formatCount(lossOf(worst))),
    canary && text.bothSets,
  ].filter((note) => typeof note === 'string');
  return (
    <Panel
      title={text.title}
      aside={
        <>
          {!showsFirst && (
            <Checkbox checked={isByLosses} onChange={setIsByLosses}>
              {text.byLosses}
            </Checkbox>
          )}
          <AsOf atMs={asOf} />
        </>
      }
    >
      <div className={`${smallText['muted']} ${styles['summary']}`}>
        {notes.length > 0 && <p>{notes.join(' ')}</p>}
        <BarsLegend />
      </div>
      <DataTable
        label={text.title}
        isNarrow
        columns={columns}
        groups={[
          {
            key: 'all',
            rows: showsFirst ? ordered.slice(0, firstScreens) : ordered,
            footer: isShortened && (
              <CompactButton tone="quiet" onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? text.showLargest : text.showAll(screens.length)}
              </CompactButton>
            ),
          },
        ]}
        keyOf={({ path }) => path}
      />
    </Panel>
  );
}
