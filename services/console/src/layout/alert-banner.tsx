import { Notice } from '@funnel/ui/notice';

import { consoleApi, polling } from '../api/console-api.ts';
import { copy } from '../content/copy.ts';

/** Alerts that need an operator's decision. Every view shows them until they are resolved. */
export function AlertBanner() {
  const { data: alerts } = consoleApi.useAlertsQuery(undefined, polling);
  const { data: summary } = consoleApi.useDeliverySummaryQuery(undefined, polling);
  return (
    <>
      {alerts?.canary && (
        // The key, because an alert about another canary is announced too.
        <Notice key={alerts.canary.setId} tone="danger" title={copy.alerts.canary} announced="title">
          <p>{alerts.canary.reason}</p>
        </Notice>
      )}
      {summary?.destinations.map(
        ({ destination, stopped }) =>
          stopped && (
            <Notice key={destination} tone="danger" title={copy.alerts.stopped(destination)}>
              <p>{copy.alerts.stoppedBecause(stopped.reason)}</p>
            </Notice>
          ),
      )}
    </>
  );
}
