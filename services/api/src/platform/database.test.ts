import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';

import { isDatabaseOutage } from '@funnel/service-kit/database/database-outage';
import { limitConnectionUse } from '@funnel/service-kit/database/postgres';
import { freePort } from '@funnel/service-kit/http/free-port';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';

import { openDatabase, type Db } from './database.ts';
import { describeOnEachEngine } from './service.testkit.ts';

const rejectionOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
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

it.each([
  // https://www.sqlite.org/rescode.html: busy, its snapshot is too old, I/O error at a write, the file was moved.
  [{ errcode: 5 }, true],
  [{ errcode: 517 }, true],
  [{ errcode: 778 }, true],
  [{ errcode: 1032 }, true],
  // A syntax error and a violated unique index.
  [{ errcode: 1 }, false],
  [{ errcode: 2067 }, false],
  [{ code: 'ERR_SQLITE_ERROR' }, false],
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: connections, deadlocks, resources, shutdown, I/O, and a
  // server that became a standby.
  [{ code: '08006' }, true],
  [{ code: '40P01' }, true],
  [{ code: '53300' }, true],
  [{ code: '57P01' }, true],
  [{ code: '58030' }, true],
  [{ code: '25006' }, true],
  [{ code: '25001' }, false],
  [{ code: '23505' }, false],
  [{ code: '42601' }, false],
  // The network.
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: 'ECONNRESET' }, true],
  [{ code: 'ETIMEDOUT' }, true],
  [{ code: 'EPIPE' }, true],
  [{ code: 'ENOTFOUND' }, true],
  [{ code: 'EAI_AGAIN' }, true],
  [{ code: 'EHOSTUNREACH' }, true],
])('treats an error with %j as an outage: %j', (properties, isOutage) => {
  expect(isDatabaseOutage(Object.assign(new Error('failed'), properties))).toBe(isOutage);
});

describeOnEachEngine('the database', (open, engine, testDatabase) => {
  it('does not treat an invalid statement as an outage', async () => {
    const { db } = await open();
    expect(isDatabaseOutage(await rejectionOf(sql`select nothing from nowhere`.execute(db)))).toBe(false);
  });

  if (engine === 'postgres') {
    it('is migrated by two replicas that start at once', async () => {
      for (const replica of await Promise.all([open(), open()])) await replica.ping();
    });

    it('acknowledges a commit only after it is on disk', async () => {
      const { db } = await open();
      // `fsync` belongs to the server, which is off here for speed; `durability.test.ts` traces a server with it.
      expect(await sql`show synchronous_commit`.execute(db)).toMatchObject({
        rows: [{ synchronous_commit: 'on' }],
      });
    });

    it('names the setting if there is no server', async () => {
      const away = await rejectionOf(
        openDatabase({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none', DATA_DIR: '' }),
      );
      expect(String(away)).toMatch(
        /DATABASE_URL: no connection to the database \(ECONNREFUSED\)\. Example: /,
      );
    });

    it('names the setting if the server accepts connections and never answers', async () => {
      const accepted = new Set<Socket>();
      const silent = createServer((socket) => void accepted.add(socket));
      const port = await freePort();
      await new Promise<void>((resolve) => void silent.listen(port, '127.0.0.1', resolve));
      const away = await rejectionOf(
        openDatabase({ DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/none`, DATA_DIR: '' }),
      );
      for (const socket of accepted) socket.destroy();
      silent.close();
      expect(String(away)).toMatch(/DATABASE_URL: no connection to the database \(/);
    });

    it('continues after the server has closed a connection that nobody used', async () => {
      const { db, pool } = await open();
      if (!pool) throw new Error('no pool');
      const idle = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      const isRemoved = new Promise<void>((resolve) => void pool.once('remove', () => resolve()));
      await sql`select pg_terminate_backend(${idle.rows[0]?.pid})`.execute((await open()).db);
      await isRemoved;
      await sql`select 1`.execute(db);
    });

    it('closes a connection that one caller uses for too long, also in a transaction, and continues with another', async () => {
      const { db, pool } = await open();
      if (!pool) throw new Error('no pool');
      limitConnectionUse(pool, 100);
      const stuck = db.transaction().execute((trx) => sql`select pg_sleep(5)`.execute(trx));
      expect(isDatabaseOutage(await rejectionOf(stuck))).toBe(true);
      await sql`select 1`.execute(db);
    });

    it('keeps a connection that many callers use, each for a short time', async () => {
      const { db, pool } = await open();
      if (!pool) throw new Error('no pool');
      limitConnectionUse(pool, 300);
      for (let at = 0; at < 5; at++) await sql`select pg_sleep(0.1)`.execute(db);
    });

    it('limits each statement of a request to five seconds', async () => {
      const { db } = await open();
      expect(await sql`show statement_timeout`.execute(db)).toMatchObject({
        rows: [{ statement_timeout: '5s' }],
      });
    });

    it('runs the statements of requests without compiling them first', async () => {
      const { db } = await open();
      expect(await sql`show jit`.execute(db)).toMatchObject({ rows: [{ jit: 'off' }] });
    });

    it('treats a terminated connection and a read-only server as outages', async () => {
      const { db } = await open();
      const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
      expect(isDatabaseOutage(await rejectionOf(cut))).toBe(true);
      const write = db.transaction().execute(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        await trx.insertInto('settings').values({ key: 'a', value: 'b' }).execute();
      });
      expect(isDatabaseOutage(await rejectionOf(write))).toBe(true);
    });
  } else {
    /** Opens the service's file as another process does. */
    const openFile = () => {
      const folder = testDatabase().DATA_DIR;
      const file = readdirSync(folder).find((name) => name.endsWith('.db')) ?? '';
      return new DatabaseSync(join(folder, file));
    };

    it('names the setting if its file is not a database, or stays locked', async () => {
      const DATA_DIR = join(testDatabase().DATA_DIR, 'unusable');
      const file = join(DATA_DIR, 'funnel.db');
      mkdirSync(DATA_DIR);
      writeFileSync(file, 'not a database'.repeat(1000));
      expect(String(await rejectionOf(openDatabase({ DATA_DIR })))).toContain(
        `DATA_DIR: ${DATA_DIR} cannot hold the database (Error: file is not a database). Example: `,
      );

      rmSync(file);
      const other = new DatabaseSync(file);
      other.exec('pragma journal_mode = wal; begin immediate');
      const error = await rejectionOf(openDatabase({ DATA_DIR }));
      other.close();
      expect(String(error)).toContain(
        `DATA_DIR: ${DATA_DIR} cannot hold the database (Error: database is locked). Example: `,
      );
    });

    it('acknowledges a commit only after it is on disk', async () => {
      const { db } = await open();
      expect(await sql`pragma synchronous`.execute(db)).toMatchObject({ rows: [{ synchronous: 2 }] });
      expect(await sql`pragma journal_mode`.execute(db)).toMatchObject({ rows: [{ journal_mode: 'wal' }] });
    });

    it('overwrites what is deleted, before anything removes the rest', async () => {
      const { db } = await open();
      const value = 'ada@example.com '.repeat(20);
      await db.insertInto('settings').values({ key: 'deleted', value }).execute();
      const read = async () => {
        await sql`pragma wal_checkpoint(truncate)`.execute(db);
        const folder = testDatabase().DATA_DIR;
        const files = readdirSync(folder).filter((name) => /\.db(-wal)?$/.test(name));
        return files.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
      };
      expect(await read()).toContain('ada@example.com');
      await db.deleteFrom('settings').where('key', '=', 'deleted').execute();
      expect(await read()).not.toContain('ada@example.com');
    });

    it('lets no other process write during a transaction that reads first, so that its own write cannot fail', async () => {
      const { db } = await open();
      const other = openFile();
      other.exec('pragma busy_timeout = 0');
      const write = () => other.exec("insert into settings (key, value) values ('other', '')");
      await db.transaction().execute(async (trx) => {
        await trx.selectFrom('settings').selectAll().execute();
        expect(write).toThrow('database is locked');
        await trx.insertInto('settings').values({ key: 'own', value: '' }).execute();
      });
      write();
      other.close();
    });

    it('lets other processes write during a transaction that only reads', async () => {
      const { db } = await open();
      const other = openFile();
      other.exec('pragma busy_timeout = 0');
      const reading = db.transaction().setAccessMode('read only');
      const read = await reading.execute(async (trx) => {
        const rows = () => trx.selectFrom('settings').select('key').orderBy('key').execute();
        const before = await rows();
        other.exec("insert into settings (key, value) values ('during', '')");
        return [before, await rows()];
      });
      other.close();
      expect(read[1]).toEqual(read[0]);
      expect(await db.selectFrom('settings').select('key').execute()).toContainEqual({ key: 'during' });
    });

    it('treats a full disk as an outage, rolls the transaction back and continues to read', async () => {
      const { db } = await open();
      await sql`pragma max_page_count = 60`.execute(db);
      expect(isDatabaseOutage(await rejectionOf(fill(db)))).toBe(true);
      expect(await db.selectFrom('events').selectAll().execute()).toEqual([]);
    });

    it('treats a full disk as an outage for a statement that returns rows', async () => {
      const { db } = await open();
      await sql`pragma max_page_count = 60`.execute(db);
      const value = 'x'.repeat(400_000);
      const insert = db.insertInto('settings').values({ key: 'large', value }).returning('key').execute();
      expect(isDatabaseOutage(await rejectionOf(insert))).toBe(true);
    });

    it('treats a lock of another process as an outage for a statement that returns rows', async () => {
      const { db } = await open();
      await sql`pragma busy_timeout = 0`.execute(db);
      const other = openFile();
      other.exec('begin immediate');
      const insert = db.insertInto('settings').values({ key: 'a', value: '' }).returning('key').execute();
      const error = await rejectionOf(insert);
      other.close();
      expect(isDatabaseOutage(error)).toBe(true);
    });

    it('does not treat a violated unique index as an outage', async () => {
      const { db } = await open();
      const insert = () =>
        db.insertInto('settings').values({ key: 'twice', value: '' }).returning('key').execute();
      await insert();
      expect(isDatabaseOutage(await rejectionOf(insert()))).toBe(false);
    });
  }
});
