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
import { deliverDue, outboxWorker } from './deliver-due.ts';
import type { Destination } from './destination.ts';
import { enqueue } from './outbox-repository.ts';

// A day has some thousand attempts, and a machine may be busy.
jest.setTimeout(180_000);

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const arrivalEveryMs = 20 * minuteMs;
const recoveryMs = 10 * minuteMs;

const answer =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

/** What each destination does to every attempt while it is away. */
const outages: Readonly<Record<string, (response: ServerResponse) => void>> = {
  // Nobody listens where this one is called.
  refused: () => undefined,
  hanging: () => undefined,
  dripping(response) {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(drip));
  },
  'too-many-requests': answer(429, { 'retry-after': '290' }),
  gone: answer(410),
  'error-in-a-good-answer': answer(200, {}, '{"code":40100}'),
  redirecting: answer(308, { location: '/elsewhere' }),
  'until-noon': answer(503),
};

/** Others, in trouble of their own: one refuses every third attempt, one is away over noon. */
const others: Readonly<Record<string, (atMs: number, attempts: number) => boolean>> = {
  well: () => false,
  moody: (_atMs, attempts) => attempts % 3 === 0,
  'over-noon': (atMs) => atMs > dayMs / 2 - 120 * minuteMs && atMs < dayMs / 2 + 120 * minuteMs,
};

/** As vendors do who answer 200 to everything and tell the truth in the body. */
function classify(given: HttpResponse, nowMs: number): DeliveryOutcome {
  return given.body === '{"code":40100}'
    ? { status: 'retryable', reason: 'code 40100' }
    : classifyByStatus(given, nowMs);
}

interface Call {
  readonly name: string;
  readonly id: string;
  readonly atMs: number;
}

/** Thousands of writes that nobody has to survive: waiting for the disk would take most of the time. */
const forgetful = {
  sqlite: 'pragma synchronous = off',
  postgres: `do $$ begin
    execute format('alter database %I set synchronous_commit = off', current_database());
  end $$`,
};

describeOnEachEngine('a day on which destinations are away', (open, engine) => {
  const startMs = Date.UTC(2026, 0, 15);
  const { clock, advance } = createTestClock(startMs);
  const clients = {
    /** Its time limit passes in a moment, for those that use it up. */
    hasty: createHttpClient({ allowPrivateDestinations: true, timeoutMs: 20 }),
    patient: createHttpClient({ allowPrivateDestinations: true }),
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
    else answer(refuses ? 503 : 200)(response);
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
    const http = isSlow ? clients.hasty : clients.patient;
    while ((await deliverDue(app.context, http, destination)) > 0);
  }

  /** When the destination's worker, which looks every second, finds something to do again. */
  async function nextTurn({ name }: Destination): Promise<number> {
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

  /** Lives through a day and the ten minutes after it, jumping from one thing to do to the next. */
  async function liveThrough(names: readonly string[]) {
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
          turns.set(destination, await nextTurn(destination));
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
    await sql.raw(forgetful[engine]).execute(first.db);
    app = await startTestApp({ database: engine === 'postgres' ? await open() : first, clock });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all([app.close(), clients.hasty.close(), clients.patient.close()]);
    jest.restoreAllMocks();
  });

  it('ends with everything delivered, or dead with its reason, within ten minutes; the others notice nothing', async () => {
    const without = await liveThrough(Object.keys(others));
    const all = [...Object.keys(others), ...Object.keys(outages)];
    const day = await liveThrough(all);

    for (const name of all) {
      const rows = day.rows.filter(({ destination }) => destination === name);
      const ends = new Set(rows.map(({ state, last_error }) => `${state} ${last_error}`));
      const fine = 'delivered null';
      // What came when the day was over was delivered there as well.
      expect([name, rows.length, [...ends].sort()]).toEqual([
        name,
        day.count,
        name === 'gone' ? ['dead status 410', fine] : [fine],
      ]);
    }
    const ofOthers = ({ name }: Call) => name in others;
    expect(without.calls.length).toBeGreaterThan(day.count * 2);
    expect(
      day.calls
        .filter(ofOthers)
        .map(({ name, id, atMs }) => `${atMs} ${name} ${id}`)
        .sort(),
    ).toEqual(without.calls.map(({ name, id, atMs }) => `${atMs} ${name} ${id}`).sort());

    expect(day.calls.map(({ name }) => name)).not.toContain('elsewhere');
    const timesOf = (name: string) =>
      day.calls.filter((call) => call.name === name && call.atMs < dayMs).map(({ atMs }) => atMs);
    for (const name of ['hanging', 'dripping', 'error-in-a-good-answer', 'redirecting']) {
      // One probe each four minutes, and a few attempts before it was known to be away.
      expect(timesOf(name).length).toBeLessThan(dayMs / (4 * minuteMs) + 20);
      expect(timesOf(name).length).toBeGreaterThan(dayMs / (5 * minuteMs));
    }
    const asked = timesOf('too-many-requests');
    expect(asked.slice(1).every((atMs, at) => atMs - (asked[at] ?? 0) >= 290_000)).toBe(true);
  });

  it('holds up nobody who waits for another', async () => {
    dayStartMs = clock();
    const [hanging, well] = [destinationOf('hanging'), destinationOf('well')];
    await put(hanging, 'held-up');
    await put(well, 'not-held-up');
    calls = [];
    const worker = outboxWorker(app.context, [hanging, well]);
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
