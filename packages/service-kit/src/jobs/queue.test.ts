import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql, type Migration } from 'kysely';

import { openDatabase, type Database, type SettingsTables } from '../database/database.ts';
import { leaseRows, completeRow, processDue, type Queue } from './queue.ts';

interface Job {
  id: string;
  due_at: number;
  state: string;
  attempts: number;
}

const queue: Queue<Job> = { table: 'jobs', id: 'id', dueAt: 'due_at', isWaiting: sql`state = 'waiting'` };

describe('a queue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'queue-'));
  let database: Database<SettingsTables & { jobs: Job }>;
  beforeAll(async () => {
    const start: Migration = {
      async up(db) {
        await sql`create table jobs (id text primary key, due_at bigint, state text, attempts bigint)`.execute(
          db,
        );
      },
    };
    database = await openDatabase(
      { DATA_DIR: folder },
      { migrations: () => ({ start }), fileName: 'jobs.db' },
    );
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    await database.db.deleteFrom('jobs').execute();
    const job = { state: 'waiting', attempts: 0 };
    await database.db
      .insertInto('jobs')
      // Neither inserted nor named in the order in which they are due.
      .values([
        { id: 'late', due_at: 300, ...job },
        { id: 'and-then', due_at: 200, ...job },
        { id: 'first', due_at: 100, ...job },
        { id: 'done', due_at: 50, ...job, state: 'done' },
      ])
      .execute();
  });

  const lease = (nowMs: number, limit: number) => ({
    nowMs,
    limit,
    changes: { due_at: nowMs + 1000, attempts: sql<number>`attempts + 1` },
  });
  const idsOf = (jobs: readonly Job[]) => jobs.map(({ id }) => id).sort();

  it('leases the waiting rows that are due, the oldest first', async () => {
    expect(idsOf(await leaseRows(database, queue, lease(250, 1)))).toEqual(['first']);
    expect(idsOf(await leaseRows(database, queue, lease(250, 5)))).toEqual(['and-then']);
  });

  it('leases a row to only one worker until the lease ends', async () => {
    await leaseRows(database, queue, lease(250, 5));
    expect(await leaseRows(database, queue, lease(250, 5))).toEqual([]);
    const again = await leaseRows(database, queue, lease(1250, 5));
    expect(idsOf(again)).toEqual(['and-then', 'first', 'late']);
    expect(again.find(({ id }) => id === 'first')?.attempts).toBe(2);
  });

  it('completes a row once', async () => {
    expect(await completeRow(database.db, queue, 'first', { state: 'done' })).toBe(true);
    expect(await completeRow(database.db, queue, 'first', { state: 'done' })).toBe(false);
  });

  it('keeps a column whose new value is undefined', async () => {
    await completeRow(database.db, queue, 'first', { state: 'done', due_at: undefined });
    const first = database.db.selectFrom('jobs').selectAll().where('id', '=', 'first');
    expect(await first.execute()).toEqual([{ id: 'first', due_at: 100, state: 'done', attempts: 0 }]);
  });

  it('does not complete a row that is not leased', async () => {
    expect(await completeRow(database.db, queue, 'first', { state: 'done' }, sql`attempts = 1`)).toBe(false);
  });

  it('processes all leased rows and returns their number', async () => {
    const seen: string[] = [];
    const work = async ({ id }: Job) => void seen.push(id);
    expect(await processDue(database, queue, lease(250, 5), work)).toBe(2);
    expect(seen.sort()).toEqual(['and-then', 'first']);
    expect(await processDue(database, queue, lease(250, 5), work)).toBe(0);
  });
});
