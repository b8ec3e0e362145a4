import { minuteMs } from '@funnel/service-kit/durations';
import { createSharedCounter, type RateLimitContext } from '@funnel/service-kit/http/rate-limit';
import { createLog } from '@funnel/service-kit/log';

import type { Database } from '../database.ts';
import { createTestClock, describeOnEachEngine } from '../service.testkit.ts';

describeOnEachEngine('a counter of a service', (open, engine) => {
  let time: ReturnType<typeof createTestClock>;
  let database: Database;
  let lines: string[];
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    time = createTestClock();
    lines = [];
    await database.pool?.query('delete from rate_limits');
  });

  /** Starts a process that counts, and writes its log into `lines`. */
  const start = (own: RateLimitContext['database'] = database, windowMs?: number) => {
    const log = createLog('info', { write: (line) => void lines.push(line) });
    return createSharedCounter({ database: own, clock: time.clock, log }, windowMs);
  };
  /** Lets time pass, also for PostgreSQL, which counts by its own clock. */
  const pass = async (ms: number) => {
    time.advance(ms);
    await database.pool?.query(`update rate_limits set expire = expire - ${ms}`);
  };
  const pointsOf = (usages: readonly { readonly points: number }[]) => usages.map(({ points }) => points);

  it('adds to each key, and answers with the points of each in the order of the keys', async () => {
    const count = start();
    expect(pointsOf(await count(['later', 'earlier'], 2))).toEqual([2, 2]);
    expect(pointsOf(await count(['earlier'], 3))).toEqual([5]);
    expect(pointsOf(await count(['later', 'other', 'earlier'], 1))).toEqual([3, 1, 6]);
    expect(pointsOf(await count(['earlier', 'later'], -1))).toEqual([5, 2]);
  });

  it('begins the window of a key with its first point, and not with a call without points', async () => {
    const count = start();
    expect(pointsOf(await count(['caller'], 0))).toEqual([0]);
    await pass(minuteMs - 1000);
    expect(pointsOf(await count(['caller'], 1))).toEqual([1]);
    await pass(2000);
    expect(pointsOf(await count(['caller'], 0))).toEqual([1]);
    await pass(minuteMs);
    expect(pointsOf(await count(['caller'], 0))).toEqual([0]);
  });

  it('counts calls at the same time one after the other', async () => {
    const count = start();
    await count(['caller'], 4);
    const usages = await Promise.all([
      count(['caller'], 1),
      count(['other', 'caller'], 2),
      count(['caller'], 3),
    ]);
    expect(usages.map(pointsOf)).toEqual([[5], [2, 7], [10]]);
    expect(pointsOf(await count(['caller', 'other'], 0))).toEqual([10, 2]);
  });

  it('counts more calls at the same time than one statement holds', async () => {
    const count = start();
    const keys = Array.from({ length: 700 }, (_, at) => `caller ${at}`);
    expect(pointsOf((await Promise.all(keys.map((key) => count([key], 1)))).flat())).toEqual(
      keys.map(() => 1),
    );
  });

  it('has a window that ends a minute after the first call, whatever follows', async () => {
    const count = start();
    const restOf = async () => (await count(['caller'], 1))[0]?.restMs ?? NaN;
    const first = await restOf();
    expect(first).toBeGreaterThan(minuteMs - 10_000);
    expect(first).toBeLessThanOrEqual(minuteMs);
    await pass(40_000);
    const second = await restOf();
    expect(second).toBeGreaterThan(20_000 - 10_000);
    expect(second).toBeLessThanOrEqual(20_000);
    await pass(20_000);
    expect(pointsOf(await count(['caller'], 1))).toEqual([1]);
    expect(await restOf()).toBeGreaterThan(minuteMs - 10_000);
  });

  it('can have windows of another length', async () => {
    const count = start(database, 60 * minuteMs);
    await count(['caller'], 1);
    await pass(59 * minuteMs);
    const [usage] = await count(['caller'], 1);
    expect(usage?.points).toBe(2);
    expect(usage?.restMs).toBeGreaterThan(50_000);
    expect(usage?.restMs).toBeLessThanOrEqual(minuteMs);
  });

  it('has no longer window after the clock was set back, of the process or of the database', async () => {
    const count = start();
    await count(['caller'], 2);
    await pass(-10 * minuteMs);
    const [usage] = await count(['caller'], 1);
    expect(usage?.points).toBe(1);
    expect(usage?.restMs).toBeGreaterThan(minuteMs - 10_000);
    expect(usage?.restMs).toBeLessThanOrEqual(minuteMs);
  });

  it('writes nothing into the log while it can count', async () => {
    const count = start();
    await Promise.all([count(['caller'], 1), count(['caller'], 1)]);
    expect(lines).toEqual([]);
  });

  if (engine !== 'postgres') return;

  const keysInTable = async () => {
    const result = await database.pool?.query<{ key: string }>('select key from rate_limits order by key');
    return result?.rows.map(({ key }) => key);
  };

  it('counts together with the other replicas', async () => {
    const replicas = [start(), start(await open())];
    for (const count of replicas) await count(['caller'], 1);
    expect(await Promise.all(replicas.map(async (count) => pointsOf(await count(['caller'], 0))))).toEqual([
      [2],
      [2],
    ]);
  });

  it('counts alone while the database is out, and says so with the reason', async () => {
    const closed = await open();
    await closed.ping();
    await closed.close();
    const count = start(closed);
    expect(pointsOf(await count(['caller', 'other'], 2))).toEqual([2, 2]);
    expect(await count(['caller'], 1)).toEqual([{ points: 3, restMs: minuteMs }]);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        msg: 'limits are counted by this replica alone',
        err: expect.objectContaining({ message: expect.stringMatching(/\w/) }),
      }),
    );
  });

  it('waits for no replica that waits for it, in whichever order their keys are', async () => {
    const [one, other] = [start(await open()), start(await open())];
    await one(['a', 'm', 'z'], 0);
    const holder = await database.pool?.connect();
    await holder?.query('begin');
    await holder?.query(`select 1 from rate_limits where key = 'm' for update`);
    const calls = [one(['a', 'm', 'z'], 1), other(['z', 'm', 'a'], 1)];
    // Both wait for a row before either can go on.
    for (let waiting: unknown = 0; waiting !== 2;) {
      const result = await database.pool?.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = result?.rows[0]?.n;
    }
    await holder?.query('commit');
    holder?.release();
    await Promise.all(calls);
    expect(lines).toEqual([]);
    expect(pointsOf(await one(['a', 'm', 'z'], 0))).toEqual([2, 2, 2]);
  });

  it('removes callers whose window ended more than a minute ago, and nobody else', async () => {
    const before = start();
    await before(['long ended'], 1);
    await pass(50_000);
    await before(['just ended'], 1);
    await pass(minuteMs + 11_000);
    await before(['counted'], 1);
    expect(await keysInTable()).toEqual(['counted', 'just ended', 'long ended']);
    // A process removes them with its first call, so that a restart leaves none behind.
    await start()(['new'], 1);
    expect(await keysInTable()).toEqual(['counted', 'just ended', 'new']);
  });

  it('removes them once a minute while it counts', async () => {
    let nowMs = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
    const count = start();
    await count(['ended'], 1);
    await pass(3 * minuteMs);
    nowMs += minuteMs - 1;
    await count(['counted'], 1);
    expect(await keysInTable()).toEqual(['counted', 'ended']);
    nowMs += 1;
    await count(['counted'], 1);
    expect(await keysInTable()).toEqual(['counted']);
    clock.mockRestore();
  });
});
