import type { DeliverySummary } from '@funnel/contracts/deliveries';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';

import { createConsoleStore } from '../api/store.ts';
import { AnnouncementProvider } from '../components/announcement.tsx';
import { formatClock } from '../content/format.ts';
import { OperatorProvider } from '../session/operator-context.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DestinationsPanel } from './destinations-panel.tsx';
import { RedeliverDialog } from './redeliver-dialog.tsx';
import { stoppedDestinations } from './stopped-destinations.ts';

const noCall = () => undefined;
const hourMs = 3_600_000;
const inAnHour = Date.now() + hourMs;
const anHourAgo = Date.now() - hourMs;

type Destination = DeliverySummary['destinations'][number];

/** The state of a destination as its card names it. */
function healthOf(
  destination: Pick<Destination, 'breakerOpenUntil' | 'waiting' | 'dead'> & Partial<Destination>,
) {
  const markup = renderToStaticMarkup(
    <OperatorProvider value={{ name: 'ada', preset: 'viewer', permissions: [] }}>
      <DestinationsPanel
        destinations={[
          { destination: 'crm', oldestWaitingMs: 0, stopped: null, rejecting: null, ...destination },
        ]}
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

it('says that a destination rejects every new delivery, and since when', () => {
  const rejecting = { reason: 'status 401', since: new Date(2026, 0, 15, 12, 30).getTime() };
  const destination = { breakerOpenUntil: null, waiting: 4000, dead: 0, rejecting };
  // Times are in the zone of the operator's machine, which they name.
  expect(healthOf(destination)).toMatch(
    /^Has accepted no delivery since 15 Jan 2026, 12:30:00 \S+: status 401$/,
  );
});

it('says of a destination that it is stopped, whatever else is wrong with it', () => {
  const at = new Date(2026, 0, 15, 12, 30).getTime();
  expect(
    healthOf({
      breakerOpenUntil: inAnHour,
      waiting: 2,
      dead: 3,
      rejecting: { reason: 'status 401', since: at },
      stopped: { reason: 'status 410', at },
    }),
  ).toMatch(/^Stopped since 15 Jan 2026, 12:30:00 \S+: status 410$/);
});

it.each([
  [[], []],
  [['deploy'], ['Redeliver all dead letters of crm', 'Resume crm']],
] as const)(
  'offers an operator with the permissions %j what that operator may do',
  (permissions, actions) => {
    const stopped = { reason: 'status 410', at: 0 };
    const markup = renderToStaticMarkup(
      <OperatorProvider value={{ name: 'ada', preset: 'any', permissions: [...permissions] }}>
        <DestinationsPanel
          destinations={[
            {
              destination: 'crm',
              waiting: 1,
              dead: 1,
              oldestWaitingMs: 0,
              breakerOpenUntil: null,
              stopped,
              rejecting: null,
            },
          ]}
          onRedeliver={noCall}
        />
      </OperatorProvider>,
    );
    expect([...markup.matchAll(/<button [^>]*aria-label="([^"]+)"/g)].map(([, name]) => name)).toEqual(
      actions,
    );
  },
);

it.each([
  ['all of a stopped destination', { destination: 'crm', state: 'dead' }, ['crm']],
  ['some of a stopped destination', { ids: ['lead_2', 'lead_1'] }, ['crm']],
  ['all of another destination', { destination: 'ga4', state: 'dead' }, []],
  ['some of another destination', { ids: ['view'] }, []],
] as const)('names the stopped destinations in the dialog that redelivers %s', (_, request, names) => {
  const destinations = [
    { destination: 'crm', stopped: { reason: 'status 410', at: 0 } },
    { destination: 'ga4', stopped: null },
  ];
  const deliveries = [
    { id: 'lead_1', destination: 'crm' },
    { id: 'lead_2', destination: 'crm' },
    { id: 'view', destination: 'ga4' },
  ];
  const mutable = 'ids' in request ? { ids: [...request.ids] } : request;
  const stopped = stoppedDestinations(mutable, destinations, deliveries);
  expect(stopped).toEqual(names);
  const markup = renderToStaticMarkup(
    <Provider store={createConsoleStore()}>
      <AnnouncementProvider>
        <RedeliverDialog request={mutable} stopped={stopped} onClose={noCall} />
      </AnnouncementProvider>
    </Provider>,
  );
  expect(markup.includes('crm is stopped. Its deliveries wait until it is resumed.')).toBe(names.length > 0);
});

it('keeps the destination that is chosen among the options, although it has no deliveries any more', () => {
  const markup = renderToStaticMarkup(
    <DeliveryFilters destinations={['crm']} value={{ destination: 'ga4', state: null }} onChange={noCall} />,
  );
  expect(markup).toContain('<option value="ga4" selected="">ga4</option>');
});
