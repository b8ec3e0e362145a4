import { isDatabaseOutage } from '@funnel/service-kit/database/database-outage';
import { limitHolding } from '@funnel/service-kit/database/postgres';
import { sql } from 'kysely';

import { openDatabase, type Db } from './database.ts';
import { describeOnEachEngine } from './service.testkit.ts';

const describeScriptError = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no fault',
    (error: unknown) => error,
  );

const fill = (db: Db) =>
  db.transaction().execute(async (trx) => {
    for (let at = 0; at < 200; at++) {
      const event = {
        id: `${at}`,
        visit_id: '',
        name: '',
        payload: 'x'.repeat(4000),
        received_at: 0,
        set_id: null,
      };
      await trx.insertInto('events').values(event).execute();
    }
  });

describeOnEachEngine('the database', (open, engine) => {
  it('does not take a wrong statement for an outage', async () => {
    const { db } = await open();
    expect(isDatabaseOutage(await describeScriptError(sql`select nothing from nowhere`.execute(db)))).toBe(
      false,
    );
  });

  if (engine === 'postgres') {
    it('is brought up to date by two replicas at once', async () => {
      for (const replica of await Promise.all([open(), open()])) await replica.ping();
    });

    it('answers a commit only when it is on disk', async () => {
      const { db } = await open();
      for (const setting of ['fsync', 'synchronous_commit']) {
        expect(await sql`show ${sql.raw(setting)}`.execute(db)).toMatchObject({
          rows: [{ [setting]: 'on' }],
        });
      }
    });

    it('names the setting where there is no server', async () => {
      const away = await describeScriptError(
        openDatabase({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none', DATA_DIR: '' }),
      );
      expect(String(away)).toMatch(
        /DATABASE_URL: no connection to the database \(ECONNREFUSED\)\. Example: /,
      );
    });

    it('gives a connection up that is held for too long, in a transaction too, and goes on with another', async () => {
      const { db, pool } = await open();
      if (!pool) throw new Error('no pool');
      limitHolding(pool, 100);
      const stuck = db.transaction().execute((trx) => sql`select pg_sleep(5)`.execute(trx));
      expect(isDatabaseOutage(await describeScriptError(stuck))).toBe(true);
      await sql`select 1`.execute(db);
    });

    it('takes a server that goes away, and one that only reads, for an outage', async () => {
      const { db } = await open();
      const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
      expect(isDatabaseOutage(await describeScriptError(cut))).toBe(true);
      const write = db.transaction().execute(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        await trx.insertInto('settings').values({ key: 'a', value: 'b' }).execute();
      });
      expect(isDatabaseOutage(await describeScriptError(write))).toBe(true);
    });
  } else {
    it('answers a commit only when it is on disk', async () => {
      const { db } = await open();
      expect(await sql`pragma synchronous`.execute(db)).toMatchObject({ rows: [{ synchronous: 2 }] });
      expect(await sql`pragma journal_mode`.execute(db)).toMatchObject({ rows: [{ journal_mode: 'wal' }] });
    });

    it('takes a full disk for an outage, keeps nothing of the transaction and goes on reading', async () => {
      const { db } = await open();
      await sql`pragma max_page_count = 60`.execute(db);
      expect(isDatabaseOutage(await describeScriptError(fill(db)))).toBe(true);
      expect(await db.selectFrom('events').selectAll().execute()).toEqual([]);
    });
  }
});
