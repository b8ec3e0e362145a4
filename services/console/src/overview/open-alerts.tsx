import type { Alerts } from '@funnel/contracts/alerts';
import { Notice } from '@funnel/ui/notice';

import { NoticeLink } from '../components/notice-link.tsx';
import { copy } from '../content/copy.ts';

/** How many alerts last, with a link to the view that lists them. */
export function OpenAlerts({ alerts }: Alerts) {
  const count = alerts.filter(({ endedAt }) => endedAt === null).length;
  if (count === 0) return null;
  return (
    <Notice tone="amber" icon="warning">
      <NoticeLink to="/history">{copy.history.alerts.open(count)}</NoticeLink>
    </Notice>
  );
}
