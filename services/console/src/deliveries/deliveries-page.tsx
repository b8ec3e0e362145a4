import type { RedeliveryRequest } from '@funnel/contracts/deliveries';
import type { DeliveryFilter } from '@funnel/contracts/operator-client';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { polling, consoleApi } from '../api/console-api.ts';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { DestinationsPanel } from './destinations-panel.tsx';
import { filterOf, withFilter } from './filter-url.ts';
import { RedeliverDialog } from './redeliver-dialog.tsx';
import { stoppedDestinations } from './stopped-destinations.ts';

const text = copy.deliveries;
const noFilter: DeliveryFilter = { destination: null, state: null };

export function DeliveriesPage() {
  const [parameters, setParameters] = useSearchParams();
  const filter = filterOf(parameters);
  const isFiltered = filter.state !== null || filter.destination !== null;
  // Filters in use stay, although the last delivery may be done meanwhile.
  const [wasFiltered, setWasFiltered] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [request, setRequest] = useState<RedeliveryRequest | null>(null);
  const summary = consoleApi.useDeliverySummaryQuery(undefined, polling);
  const list = consoleApi.useDeliveriesQuery(filter, polling);

  const isDead = (id: string) =>
    list.currentData?.deliveries.some((delivery) => delivery.id === id && delivery.state === 'dead');
  // A delivery that was redelivered in the meantime is no longer selected.
  const ids = [...selected].filter(isDead);

  const setFilter = (chosen: DeliveryFilter) =>
    setParameters((current) => withFilter(current, chosen), { replace: true });
  function applyFilter(chosen: DeliveryFilter) {
    setWasFiltered(true);
    setFilter(chosen);
  }
  function showAll() {
    setWasFiltered(false);
    setFilter(noFilter);
  }

  return (
    <Page title={copy.views.deliveries} intro={text.intro} queries={[summary, list]}>
      <QueryContent query={summary}>
        {({ destinations }) => (
          <>
            <DestinationsPanel destinations={destinations} onRedeliver={setRequest} />
            <Panel
              title={text.list}
              aside={
                (isFiltered ||
                  wasFiltered ||
                  destinations.some(({ waiting, dead }) => waiting + dead > 0)) && (
                  <DeliveryFilters
                    destinations={destinations.map(({ destination }) => destination)}
                    value={filter}
                    onChange={applyFilter}
                  />
                )
              }
            >
              <QueryContent query={list}>
                {(listed) => (
                  <DeliveryList
                    listed={listed}
                    onShowAll={isFiltered ? showAll : null}
                    selected={ids}
                    onSelect={setSelected}
                    onRedeliver={setRequest}
                  />
                )}
              </QueryContent>
            </Panel>
          </>
        )}
      </QueryContent>
      {request && (
        <RedeliverDialog
          request={request}
          stopped={stoppedDestinations(
            request,
            summary.currentData?.destinations ?? [],
            list.currentData?.deliveries ?? [],
          )}
          onClose={() => setRequest(null)}
        />
      )}
    </Page>
  );
}
