import { createLog } from '@funnel/service-kit/log';

import type { AppContext } from '../platform/app-context.ts';
import { readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { testKeys } from '../platform/service.testkit.ts';
import { insertEvents } from '../tracking/event-repository.ts';
import { sessionEvent } from '../tracking/session-event.ts';
import { insertVisits, type Visit } from './analytics.testkit.ts';

/** What the reports need of the service. */
export const reportContext = (database: Database, clock: AppContext['clock']): AppContext => ({
  config: readConfig({ NODE_ENV: 'test' }),
  database,
  clock,
  log: createLog('silent'),
  keys: testKeys,
});

/** Removes what reports are made of. */
export async function removeReportRows({ db }: Database): Promise<void> {
  for (const table of [
    'events',
    'leads',
    'checkout_sessions',
    'report_facts',
    'report_breakdown',
    'report_step_times',
    'settings',
  ] as const)
    await db.deleteFrom(table).execute();
}

/** Stores visits, and the purchase event of each paid session. */
export async function storeVisits({ db }: Database, visits: readonly Visit[]): Promise<void> {
  await insertVisits(db, visits);
  const paid = await db.selectFrom('checkout_sessions').selectAll().where('status', '=', 'paid').execute();
  await insertEvents(
    db,
    paid.map(
      (row) =>
        sessionEvent(row, { name: 'Purchase', path: '/payment-success', atMs: row.paid_at ?? 0 }).event,
    ),
  );
}

/** The stored facts of all days. */
export const readFacts = ({ db }: Database) =>
  db
    .selectFrom('report_facts')
    .select(['day', 'kind', 'step', 'set_id', 'currency', 'count', 'amount_minor'])
    .execute();
