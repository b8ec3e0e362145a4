import { join } from 'node:path';

import { sql } from 'kysely';
import pg from 'pg';

import { migrations } from './migrations.ts';
import { openDatabase } from '@funnel/service-kit/database/database';
import { freePort } from '@funnel/service-kit/http/free-port';
import { kill, spawnProgram } from './program.testkit.ts';
import type { Schema } from './schema.ts';
import { describeOnEachEngine } from './service.testkit.ts';

// Four processes start at once, which is slow on a busy machine.
jest.setTimeout(120_000);

/** The advisory lock of Kysely's migrator on PostgreSQL. */
const migratorsLock = '3853314791062309107';

describeOnEachEngine('an empty database', (open, engine, testDatabase) => {
  it('is migrated once by four processes that start at the same time', async () => {
    const { DATABASE_URL, DATA_DIR } = testDatabase();
    const environment = {
      NODE_ENV: 'test',
      OPERATOR_PORT: '0',
      SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
      LOG_LEVEL: 'info',
      DATA_DIR,
      ...(DATABASE_URL && { DATABASE_URL }),
    };
    const processes = await Promise.all(
      Array.from({ length: 4 }, async () =>
        spawnProgram(join(__dirname, '../main.ts'), { ...environment, PORT: String(await freePort()) }),
      ),
    );
    await Promise.all(processes.map(kill));
    const { db } = await open();
    const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(applied.rows.map(({ name }) => name)).toEqual(Object.keys(migrations(engine)).toSorted());
  });

  it('keeps unknown migrations of a newer version', async () => {
    const { db } = await open();
    await sql`insert into kysely_migration values ('9999-of-a-newer-version', '')`.execute(db);
    await (await open()).ping();
    await sql`delete from kysely_migration where name = '9999-of-a-newer-version'`.execute(db);
  });

  if (engine === 'postgres') {
    it('waits for another migration that takes longer than the statement timeout', async () => {
      await open();
      const other = new pg.Client(testDatabase().DATABASE_URL);
      await other.connect();
      await other.query(`select pg_advisory_lock(${migratorsLock})`);
      const migrating = other.query('select pg_sleep(5.5)').then(() => other.end());
      await (await open()).ping();
      await migrating;
    });

    it('changes the indexes of leads while a lead is being stored', async () => {
      const { db } = await open();
      await sql`drop index leads_by_visit_id_received_at, checkout_leads_by_visit_id`.execute(db);
      await sql`create index leads_by_visit_id on leads (visit_id)`.execute(db);
      await sql`delete from kysely_migration where name = '0070-newest-leads'`.execute(db);
      const other = new pg.Client(testDatabase().DATABASE_URL);
      await other.connect();
      // What a lead does: it reads the leads of its visit, and is stored.
      await other.query('begin');
      await other.query(`select * from leads where visit_id = 'a'`);
      const migrating = open();
      const waiting = `select 1 from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and not granted`;
      while ((await other.query(waiting)).rows.length === 0);
      await other.query(`insert into leads (id, visit_id, email, step, special_goal, quiz_answers, answers_summary, timestamp, received_at)
        values ('a', 'a', 'vera@example.com', '', '', '{}', '', '', 0)`);
      await other.query('commit');
      await other.end();
      await (await migrating).ping();
    });

    it('waits longer than the statement timeout of the database itself', async () => {
      await open();
      const other = new pg.Client(testDatabase().DATABASE_URL);
      await other.connect();
      const name = testDatabase().DATABASE_URL?.split('/').at(-1) ?? '';
      await other.query(`alter database ${name} set statement_timeout = 200`);
      await other.query(`select pg_advisory_lock(${migratorsLock})`);
      const migrating = other.query('select pg_sleep(1)').then(() => other.end());
      await (await open()).ping();
      await migrating;
    });
  }
});

describeOnEachEngine('a database of an early version', (open, _engine, testDatabase) => {
  it('gets what this version needs: members of sets, dates of deliveries, and checks of payments', async () => {
    const early = await openDatabase<Schema>(testDatabase(), {
      migrations: (of) =>
        Object.fromEntries(Object.entries(migrations(of)).filter(([name]) => name < '0005-canaries')),
      fileName: 'funnel.db',
    });
    for (const row of [
      `release_sets (id, number, members, created_at) values ('a-set', 1, '{"mfe-quiz":"1.2.0"}', 0)`,
      `outbox (id, destination, kind, payload, state, attempts, due_at, lease_until, created_at)
        values ('a-delivery', 'lead-webhook', 'lead', '{}', 'waiting', 0, 5000, 0, 1000)`,
      `subscriptions (id, customer_id, status, cancel_at_period_end, updated_at, check_at)
        values ('sub_1', 'cus_1', 'active', 0, 0, 7000)`,
      ...['open', 'paid'].map(
        (
          status,
        ) => `checkout_sessions (id, visit_id, plan_id, email, amount_minor, currency, client_secret, status,
          renewal_notice, created_at, expires_at, check_at)
          values ('${status}', 'a-visit', 'plan2', 'ada@example.com', 1999, 'USD', 'a-secret', '${status}', '', 0, 0, 0)`,
      ),
    ])
      await sql.raw(`insert into ${row}`).execute(early.db);
    await early.close();

    const { db } = await open();
    expect(await db.selectFrom('release_set_members').selectAll().execute()).toEqual([
      { set_id: 'a-set', name: 'mfe-quiz', version: '1.2.0' },
    ]);
    expect(await db.selectFrom('outbox').select('scheduled_from').execute()).toEqual([
      { scheduled_from: 1000 },
    ]);
    expect(await db.selectFrom('subscriptions').select('check_at').execute()).toEqual([{ check_at: 0 }]);
    const sessions = db.selectFrom('checkout_sessions').select(['id', 'client_secret']).orderBy('id');
    expect(await sessions.execute()).toEqual([
      { id: 'open', client_secret: 'a-secret' },
      { id: 'paid', client_secret: '' },
    ]);
  });
});
