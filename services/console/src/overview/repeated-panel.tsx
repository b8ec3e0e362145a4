import type { RepeatedSubscriptions } from '@funnel/contracts/repeated-subscriptions';

import { consoleApi, polling } from '../api/console-api.ts';
import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';

const text = copy.overview.repeated;

type Subscription = RepeatedSubscriptions[number];

const columns = [
  { header: text.email, cell: ({ email }: Subscription) => email },
  { header: text.customer, cell: ({ customerId }: Subscription) => customerId },
  { header: text.subscription, cell: ({ subscriptionId }: Subscription) => subscriptionId },
  { header: text.status, cell: ({ status }: Subscription) => status },
] as const;

/** Customers who pay for several subscriptions, perhaps by mistake. */
export function RepeatedPanel() {
  const query = consoleApi.useRepeatedSubscriptionsQuery(undefined, polling);
  return (
    <QueryContent query={query} title={text.title}>
      {(subscriptions) => (
        <Panel title={text.title}>
          <DataTable
            label={text.title}
            columns={columns}
            rows={subscriptions}
            empty={<EmptyState icon="check" text={text.none} />}
            keyOf={({ subscriptionId }) => subscriptionId}
          />
        </Panel>
      )}
    </QueryContent>
  );
}
