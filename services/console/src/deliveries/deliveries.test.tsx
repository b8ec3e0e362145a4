import type { DeliverySummary } from '@funnel/contracts/deliveries';
import { renderToStaticMarkup } from 'react-dom/server';

import { formatClock } from '../content/format.ts';
import { OperatorProvider } from '../session/operator-context.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DestinationsPanel } from './destinations-panel.tsx';

const noCall = () => undefined;
const hourMs = 3_600_000;
const inAnHour = Date.now() + hourMs;
const anHourAgo = Date.now() - hourMs;

/** The state of a destination as its card names it. */
function healthOf(
  destination: Pick<DeliverySummary['destinations'][number], 'breakerOpenUntil' | 'waiting' | 'dead'>,
) {
  const markup = renderToStaticMarkup(
    <OperatorProvider value={{ name: 'ada', preset: 'viewer', permissions: [] }}>
      <DestinationsPanel
        destinations={[{ destination: 'crm', oldestWaitingMs: 0, stopped: null, ...destination }]}
        onRedeliver={noCall}
      />
    </OperatorProvider>,
  );
  return /<p[^>]*data-health[^>]*>.*?<\/svg>([^<]*)<\/p>/.exec(markup)?.[1];
}

it.each([
  [
    'deliveries wait',
    { breakerOpenUntil: inAnHour, waiting: 2, dead: 0 },
    `Paused until ${formatClock(inAnHour)} (circuit open)`,
  ],
  [
    'the time of the pause is over',
    { breakerOpenUntil: anHourAgo, waiting: 2, dead: 1 },
    'Paused until an attempt succeeds (circuit open)',
  ],
  ['nothing waits', { breakerOpenUntil: anHourAgo, waiting: 0, dead: 0 }, 'Healthy'],
  ['there are only dead letters', { breakerOpenUntil: inAnHour, waiting: 0, dead: 3 }, '3 failed for good'],
])('names the state of a destination whose circuit is open if %s', (_, destination, health) => {
  expect(healthOf(destination)).toBe(health);
});

it('keeps the destination that is chosen among the options, although it has no deliveries any more', () => {
  const markup = renderToStaticMarkup(
    <DeliveryFilters destinations={['crm']} value={{ destination: 'ga4', state: null }} onChange={noCall} />,
  );
  expect(markup).toContain('<option value="ga4" selected="">ga4</option>');
});
