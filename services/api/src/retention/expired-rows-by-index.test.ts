import { createLog } from '@funnel/service-kit/log';
import { CompiledQuery, sql, type KyselyPlugin, type RootOperationNode } from 'kysely';

import { readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { createTestClock, describeOnEachEngine, testKeys } from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from '../reports/analytics.testkit.ts';
import { removeExpiredBatch } from './remove-expired.ts';

/** The statements of one batch. */
async function statementsOfABatch(database: Database): Promise<RootOperationNode[]> {
  const statements: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await removeExpiredBatch({
    config: readConfig({ NODE_ENV: 'test' }),
    database: { ...database, db: database.db.withPlugin(recorder) },
    clock: createTestClock().clock,
    log: createLog('silent'),
    keys: testKeys,
  });
  return statements;
}

/** How the database finds the rows of a statement. PostgreSQL prefers an index here, although the tables are empty. */
const explain = (database: Database, statement: RootOperationNode): Promise<string> =>
  database.db.transaction().execute(async (db) => {
    const { sql: text, parameters } = db.getExecutor().compileQuery(statement, { queryId: 'explained' });
    if (database.engine === 'postgres') await sql.raw('set local enable_seqscan = off').execute(db);
    const verb = database.engine === 'postgres' ? 'explain' : 'explain query plan';
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${verb} ${text}`, [...parameters]));
    return JSON.stringify(rows);
  });

describeOnEachEngine('the rows that retention removes', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  // While SQLite goes through a table of millions of rows, every visitor waits.
  it('are found by an index, and not by going through the whole table', async () => {
    const { db } = database;
    await insertVisits(db, [
      createVisit({
        visitId: 'old',
        at: 0,
        purchases: [{ currency: 'EUR', amountMinor: 1999, status: 'open' }],
      }),
    ]);
    await db.updateTable('checkout_sessions').set({ status: 'expired' }).execute();
    await db
      .insertInto('offer_emails')
      .values({ visit_id: 'old', email_sha256: '', network: '', linked_at: 0 })
      .execute();
    const statements = await statementsOfABatch(database);
    // The kinds of rows, and what is done with the rows of three of them.
    expect(statements.length).toBeGreaterThanOrEqual(15);
    const plans = await Promise.all(statements.map((statement) => explain(database, statement)));
    expect(plans.filter((plan) => /Seq Scan|"SCAN /.test(plan))).toEqual([]);
    // Expired sessions are kept permanently, so an index of their status finds more of them every day.
    expect(plans.filter((plan) => plan.includes('checkout_sessions_unpaid_by_expires_at'))).toHaveLength(1);
  });
});
