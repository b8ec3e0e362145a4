import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

import { createHttpClient, type HttpResponse } from '@funnel/service-kit/http/http-client';
import { isTripped } from '@funnel/service-kit/jobs/breaker';
import { readBreaker } from '@funnel/service-kit/jobs/breaker-repository';
import { classifyByStatus, type DeliveryOutcome } from '@funnel/service-kit/jobs/destination';
import { sql } from 'kysely';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { deliverDue, startDeliveries } from './deliver-due.ts';
import type { Destination } from './destination.ts';
import { enqueue } from './outbox-repository.ts';

// A day has several thousand attempts, which is slow on a busy machine.
jest.setTimeout(180_000);

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const arrivalEveryMs = 20 * minuteMs;
const recoveryMs = 10 * minuteMs;

const respond =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

/** How each destination responds to every attempt during its outage. */
const outages: Readonly<Record<string, (response: ServerResponse) => void>> = {
  // This destination's port has no listener.
  refused: () => undefined,
  hanging: () => undefined,
  dripping(response) {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(drip));
  },
  'too-many-requests': respond(429, { 'retry-after': '290' }),
  gone: respond(410),
  'error-in-a-good-answer': respond(200, {}, '{"code":40100}'),
  redirecting: respond(308, { location: '/elsewhere' }),
  'until-noon': respond(503),
};

/** Other destinations: one without failures, one that fails every third attempt, one with an outage around noon. */
const others: Readonly<Record<string, (atMs: number, attempts: number) => boolean>> = {
  well: () => false,
  moody: (_atMs, attempts) => attempts % 3 === 0,
  'over-noon': (atMs) => atMs > dayMs / 2 - 120 * minuteMs && atMs < dayMs / 2 + 120 * minuteMs,
};

/** Like ad platforms that return 200 for everything and report the error in the body. */
function classify(response: HttpResponse, nowMs: number): DeliveryOutcome {
  return response.body === '{"code":40100}'
    ? { status: 'retryable', reason: 'code 40100' }
    : classifyByStatus(response, nowMs);
}

interface Call {
  readonly name: string;
  readonly id: string;
  readonly atMs: number;
}

/** The writes need not survive a crash, and waiting for the disk would take most of the time. */
const withoutSync = {
  sqlite: 'pragma synchronous = off',
  postgres: `do $$ begin
    execute format('alter database %I set synchronous_commit = off', current_database());
  end $$`,
};

describeOnEachEngine('a day with outages of destinations', (open, engine) => {
  const startMs = Date.UTC(2026, 0, 15);
  const { clock, advance } = createTestClock(startMs);
  const clients = {
    /** Short timeout, for destinations that always reach it. */
    shortTimeout: createHttpClient({ allowPrivateDestinations: true, timeoutMs: 20 }),
    longTimeout: createHttpClient({ allowPrivateDestinations: true }),
  };
  let dayStartMs: number;
  let calls: Call[] = [];
  let app: TestApp;
  let origin: string;

  const isDayOver = () => clock() >= dayStartMs + dayMs;
  const server = createServer((request, response) => {
    const [, name = '', id = ''] = (request.url ?? '').split('/');
    const atMs = clock() - dayStartMs;
    calls.push({ name, id, atMs });
    const outage = atMs < (name === 'until-noon' ? dayMs / 2 : dayMs) ? outages[name] : undefined;
    const refuses = others[name]?.(atMs, calls.filter((call) => call.name === name).length);
    if (outage) outage(response);
    else respond(refuses ? 503 : 200)(response);
  });

  const destinationOf = (name: string): Destination => ({
    name,
    kind: 'lead',
    request: ({ id, payload }) => ({
      url: `${name === 'refused' && !isDayOver() ? 'http://127.0.0.1:1' : origin}/${name}/${id}`,
      headers: {},
      body: payload,
    }),
    classify,
  });
  const put = ({ name, kind }: Destination, id: string) =>
    enqueue(app.context.database.db, { id, destination: name, kind, payload: '{}' }, clock());

  async function deliverAll(destination: Destination): Promise<void> {
    const isSlow = ['hanging', 'dripping'].includes(destination.name) && !isDayOver();
    const http = isSlow ? clients.shortTimeout : clients.longTimeout;
    while ((await deliverDue(app.context, http, destination)) > 0);
  }

  /** The time at which the destination's worker, which checks every second, finds work again. */
  async function nextAttemptTime({ name }: Destination): Promise<number> {
    const { db } = app.context.database;
    const breaker = await readBreaker(db, name);
    const { due } = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.min('due_at').as('due'))
      .where('destination', '=', name)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    if (due === null) return Infinity;
    return Math.max(clock() + 1000, breaker.open_until, isTripped(breaker) ? 0 : due);
  }

  /** Simulates a day and the ten minutes after it, and jumps from one due task to the next. */
  async function simulateDay(names: readonly string[]) {
    const { db } = app.context.database;
    await db.deleteFrom('outbox').execute();
    await db.deleteFrom('breakers').execute();
    calls = [];
    dayStartMs = clock();
    const destinations = names.map(destinationOf);
    const turns = new Map(destinations.map((destination) => [destination, Infinity]));
    let arrivalMs = dayStartMs;
    let count = 0;
    for (;;) {
      const nowMs = Math.min(arrivalMs, ...turns.values());
      if (nowMs > dayStartMs + dayMs + recoveryMs) break;
      advance(nowMs - clock());
      const arrives = nowMs === arrivalMs;
      if (arrives) {
        count++;
        for (const destination of destinations) await put(destination, `${destination.name}-${count}`);
        arrivalMs = isDayOver() ? Infinity : arrivalMs + arrivalEveryMs;
      }
      await Promise.all(
        destinations.map(async (destination) => {
          if (!arrives && (turns.get(destination) ?? 0) > nowMs) return;
          await deliverAll(destination);
          turns.set(destination, await nextAttemptTime(destination));
        }),
      );
    }
    advance(dayStartMs + dayMs + recoveryMs - clock());
    return { calls, rows: await db.selectFrom('outbox').selectAll().execute(), count };
  }

  beforeAll(async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const first = await open();
    await sql.raw(withoutSync[engine]).execute(first.db);
    app = await startTestApp({ database: engine === 'postgres' ? await open() : first, clock });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all([app.close(), clients.shortTimeout.close(), clients.longTimeout.close()]);
    jest.restoreAllMocks();
  });

  it('has delivered or dead-lettered everything within ten minutes after the day, without delaying other destinations', async () => {
    const without = await simulateDay(Object.keys(others));
    const all = [...Object.keys(others), ...Object.keys(outages)];
    const day = await simulateDay(all);

    for (const name of all) {
      const rows = day.rows.filter(({ destination }) => destination === name);
      const ends = new Set(rows.map(({ state, last_error }) => `${state} ${last_error}`));
      const fine = 'delivered null';
      // Deliveries that were enqueued at the end of the day were delivered there as well.
      expect([name, rows.length, [...ends].sort()]).toEqual([
        name,
        day.count,
        name === 'gone' ? ['dead status 410', fine] : [fine],
      ]);
    }
    const isOther = ({ name }: Call) => name in others;
    expect(without.calls.length).toBeGreaterThan(day.count * 2);
    expect(
      day.calls
        .filter(isOther)
        .map(({ name, id, atMs }) => `${atMs} ${name} ${id}`)
        .sort(),
    ).toEqual(without.calls.map(({ name, id, atMs }) => `${atMs} ${name} ${id}`).sort());

    expect(day.calls.map(({ name }) => name)).not.toContain('elsewhere');
    const timesOf = (name: string) =>
      day.calls.filter((call) => call.name === name && call.atMs < dayMs).map(({ atMs }) => atMs);
    for (const name of ['hanging', 'dripping', 'error-in-a-good-answer', 'redirecting']) {
      // One probe every four minutes, and a few attempts before the breaker opened.
      expect(timesOf(name).length).toBeLessThan(dayMs / (4 * minuteMs) + 20);
      expect(timesOf(name).length).toBeGreaterThan(dayMs / (5 * minuteMs));
    }
    const attemptTimes = timesOf('too-many-requests');
    expect(attemptTimes.slice(1).every((atMs, at) => atMs - (attemptTimes[at] ?? 0) >= 290_000)).toBe(true);
  });

  it('does not delay other destinations', async () => {
    dayStartMs = clock();
    const [hanging, well] = [destinationOf('hanging'), destinationOf('well')];
    await put(hanging, 'held-up');
    await put(well, 'not-held-up');
    calls = [];
    const worker = startDeliveries(app.context, [hanging, well]);
    while (calls.length < 2) await once(server, 'request');
    expect(calls.map(({ id }) => id).sort()).toEqual(['held-up', 'not-held-up']);
    const stopped = worker.stop();
    server.closeAllConnections();
    await stopped;
    const { db } = app.context.database;
    const rows = await db
      .selectFrom('outbox')
      .selectAll()
      .where('id', 'like', '%held-up')
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([{ state: 'waiting' }, { state: 'delivered' }]);
  });
});
