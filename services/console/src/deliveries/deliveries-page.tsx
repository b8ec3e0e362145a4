import type { RedeliveryRequest } from '@funnel/contracts/deliveries';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { polling } from '../layout/polling.ts';
import { QueryContent } from '../components/query-content.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { consoleApi, type DeliveryChoice } from '../api/console-api.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { DestinationsPanel } from './destinations-panel.tsx';
import { RedeliverDialog } from './redeliver-dialog.tsx';

const text = copy.deliveries;

export function DeliveriesPage() {
  const [choice, setChoice] = useState<DeliveryChoice>({ destination: null, state: null });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [request, setRequest] = useState<RedeliveryRequest | null>(null);
  const summary = consoleApi.useDeliverySummaryQuery(undefined, polling);
  const answered = consoleApi.useDeliveriesQuery(choice, polling);
  // What another choice listed is not what is asked for now.
  const list = { ...answered, data: answered.currentData };

  const isDead = (id: string) =>
    list.data?.deliveries.some((delivery) => delivery.id === id && delivery.state === 'dead');
  // Whatever was put back meanwhile is chosen no longer.
  const ids = [...chosen].filter(isDead);

  return (
    <Page title={copy.views.deliveries} lead={text.lead} queries={[summary, list]}>
      <QueryContent query={summary}>
        {({ destinations }) => (
          <>
            <DestinationsPanel destinations={destinations} onRedeliver={setRequest} />
            <Panel
              title={text.list}
              aside={
                <DeliveryFilters
                  destinations={destinations.map(({ destination }) => destination)}
                  choice={choice}
                  onChoice={setChoice}
                />
              }
            >
              <QueryContent query={list}>
                {(listed) => (
                  <DeliveryList
                    listed={listed}
                    empty={choice.state ? text.listEmptyOfState : text.listEmpty}
                    chosen={ids}
                    onChoose={setChosen}
                    onRedeliver={setRequest}
                  />
                )}
              </QueryContent>
            </Panel>
          </>
        )}
      </QueryContent>
      {request && <RedeliverDialog request={request} onClose={() => setRequest(null)} />}
    </Page>
  );
}
