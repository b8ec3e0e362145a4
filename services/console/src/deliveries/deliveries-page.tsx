import type { Delivery, RedeliveryRequest } from '@funnel/contracts/deliveries';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { polling } from '../frame/polling.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { consoleApi } from '../service/console-api.ts';
import { DeliveryList } from './delivery-list.tsx';
import { DestinationsPanel } from './destinations-panel.tsx';
import { RedeliverDialog } from './redeliver-dialog.tsx';

const text = copy.deliveries;

export function DeliveriesPage() {
  const [destination, setDestination] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [request, setRequest] = useState<RedeliveryRequest | null>(null);
  const summary = consoleApi.useDeliverySummaryQuery(undefined, polling);
  const list = consoleApi.useDeliveriesQuery(destination, polling);

  const isDead = (id: string) =>
    list.data?.deliveries.some((delivery: Delivery) => delivery.id === id && delivery.state === 'dead');
  // Whatever was put back meanwhile is chosen no longer.
  const ids = [...chosen].filter(isDead);

  return (
    <Page title={copy.views.deliveries} lead={text.lead}>
      <Loaded query={summary}>
        {({ destinations }) => (
          <>
            <DestinationsPanel destinations={destinations} onRedeliver={setRequest} />
            <Loaded query={list}>
              {({ deliveries }) => (
                <DeliveryList
                  deliveries={deliveries}
                  destinations={destinations.map((one) => one.destination)}
                  destination={destination}
                  onDestination={setDestination}
                  chosen={ids}
                  onChoose={setChosen}
                  onRedeliver={setRequest}
                />
              )}
            </Loaded>
          </>
        )}
      </Loaded>
      {request && <RedeliverDialog request={request} onClose={() => setRequest(null)} />}
    </Page>
  );
}
