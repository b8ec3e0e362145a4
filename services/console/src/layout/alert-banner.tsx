import { Notice } from '@funnel/ui/notice';

import { copy } from '../content/copy.ts';
import { consoleApi } from '../api/console-api.ts';
import { polling } from './polling.ts';

/** An alert that needs an operator's decision. Every view shows it until it is resolved. */
export function AlertBanner() {
  const { data } = consoleApi.useAlertsQuery(undefined, polling);
  if (!data?.canary) return null;
  return (
    <Notice tone="danger" title={copy.alerts.canary}>
      <p>{data.canary.reason}</p>
    </Notice>
  );
}
