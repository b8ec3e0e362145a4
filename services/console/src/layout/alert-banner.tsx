import { Notice } from '@funnel/ui/notice';

import { copy } from '../content/copy.ts';
import { consoleApi } from '../api/console-api.ts';
import { polling } from './polling.ts';

/** What the service leaves for people to decide; shown on every view until it is over. */
export function AlertBanner() {
  const { data } = consoleApi.useAlertsQuery(undefined, polling);
  if (!data?.canary) return null;
  return (
    <Notice tone="danger" title={copy.alerts.canary}>
      <p>{data.canary.reason}</p>
    </Notice>
  );
}
