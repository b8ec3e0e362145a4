import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { classifyByStatus, retryAfterMs } from '@funnel/service-kit/jobs/destination';
import { leaseDeliveries, recordAttempt } from '@funnel/service-kit/jobs/outbox-queue';
import { nextAttemptAt } from '@funnel/service-kit/jobs/retry-schedule';

import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  type Received,
  type TestApp,
} from '../platform/service.testkit.ts';
import { deliverDue } from './deliver-due.ts';
import { schedules, type Destination } from './destination.ts';
import { enqueue } from './outbox-repository.ts';

// Some live through days of attempts, and a machine may be busy.
jest.setTimeout(30_000);

const hourMs = 3_600_000;
const leaseMs = 60_000;

describeOnEachEngine('the outbox', (open) => {
  const { clock, advance } = createTestClock();
  const http = createHttpClient({ allowPrivateDestinations: true, timeoutMs: 1000 });
  let answer: (call: Received) => { status: number; headers?: Record<string, string> };
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let app: TestApp;
  let count = 0;

  const destinationOf = (name: string): Destination => ({
    name,
    kind: 'conversion',
    request: ({ payload }) => ({ url: receiver.origin, headers: {}, body: payload }),
    classify: classifyByStatus,
  });
  /** Every test has a destination, and so a queue, of its own. */
  const aDestination = () => destinationOf(`destination-${++count}`);
  const put = (destination: Destination, id = `delivery-${++count}`) =>
    enqueue(
      app.context.database.db,
      { id, destination: destination.name, kind: destination.kind, payload: id },
      clock(),
    );
  const deliver = (destination: Destination) => deliverDue(app.context, http, destination);
  const rows = ({ name }: Destination) =>
    app.context.database.db
      .selectFrom('outbox')
      .selectAll()
      .where('destination', '=', name)
      .orderBy('id')
      .execute();
  const claim = ({ name }: Destination, limit = 10) =>
    leaseDeliveries(app.context.database, { destination: name, nowMs: clock(), leaseMs, limit });

  beforeAll(async () => {
    receiver = await startReceiver((call) => answer(call));
    app = await startTestApp({ database: await open(), clock });
  });
  beforeEach(() => {
    answer = () => ({ status: 200 });
  });
  afterAll(async () => {
    await Promise.all([app.close(), receiver.close(), http.close()]);
  });

  it('stores one delivery an id', async () => {
    const destination = aDestination();
    await put(destination, 'same');
    await put(destination, 'same');
    expect(await rows(destination)).toHaveLength(1);
  });

  it('hands a delivery to one of several workers that ask at once', async () => {
    const destination = aDestination();
    for (let at = 0; at < 20; at++) await put(destination);
    const claims = await Promise.all(Array.from({ length: 4 }, () => claim(destination, 5)));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  it('refuses what a worker writes after its lease, and keeps what its successor wrote', async () => {
    const destination = aDestination();
    await put(destination);
    const [paused] = await claim(destination);
    if (!paused) throw new Error('nothing claimed');
    advance(leaseMs);
    const { db } = app.context.database;
    expect(await recordAttempt(db, paused, { state: 'dead', last_error: null }, clock())).toBe(false);
    const [successor] = await claim(destination);
    if (!successor) throw new Error('nothing claimed');
    expect(await recordAttempt(db, paused, { state: 'dead', last_error: null }, clock())).toBe(false);
    expect(await recordAttempt(db, successor, { state: 'delivered', last_error: null }, clock())).toBe(true);
    expect(await rows(destination)).toEqual([expect.objectContaining({ state: 'delivered', attempts: 2 })]);
  });

  it('sets a refused message aside with its reason, and the others flow on', async () => {
    const destination = aDestination();
    await put(destination, 'b-poison');
    await put(destination, 'c-good');
    answer = ({ body }) => ({ status: body === 'b-poison' ? 422 : 200 });
    expect(await deliver(destination)).toBe(2);
    expect(await rows(destination)).toEqual([
      expect.objectContaining({ id: 'b-poison', state: 'dead', last_error: 'status 422' }),
      expect.objectContaining({ id: 'c-good', state: 'delivered', last_error: null }),
    ]);
  });

  it('logs every turn with what it belongs to, and counts it by what came of it', async () => {
    const destination = aDestination();
    const { log, database } = app.context;
    const [info, error, count] = [jest.spyOn(log, 'info'), jest.spyOn(log, 'error'), jest.fn()];
    const ids = { visit_id: 'a-visit', set_id: 'a-set' };
    for (const id of ['logged-1', 'logged-2'])
      await enqueue(
        database.db,
        { id, destination: destination.name, kind: 'lead', payload: id, ...ids },
        clock(),
      );
    answer = ({ body }) => ({ status: body === 'logged-1' ? 410 : 200 });
    await deliverDue(app.context, http, destination, count);
    const line = { destination: destination.name, visitId: 'a-visit', setId: 'a-set', attempts: 1 };
    expect(error.mock.calls).toEqual([
      [{ ...line, deliveryId: 'logged-1', outcome: 'permanent', reason: 'status 410' }, 'delivery is dead'],
    ]);
    expect(info.mock.calls).toEqual([
      [{ ...line, deliveryId: 'logged-2', outcome: 'delivered', reason: null }, 'delivery attempted'],
    ]);
    expect(count.mock.calls.sort()).toEqual([
      [destination.name, 'delivered'],
      [destination.name, 'permanent'],
    ]);
    jest.restoreAllMocks();
  });

  it('sends one probe to a destination that is away, however many workers there are', async () => {
    const destination = aDestination();
    for (let at = 0; at < 20; at++) await put(destination);
    answer = () => ({ status: 503 });
    for (let round = 0; round < 3; round++) {
      await deliver(destination);
      advance(10_000);
    }
    const { length } = receiver.calls;
    const attempted = await Promise.all(Array.from({ length: 4 }, () => deliver(destination)));
    expect(attempted.sort()).toEqual([0, 0, 0, 1]);
    expect(receiver.calls).toHaveLength(length + 1);
    expect(await deliver(destination)).toBe(0);

    answer = () => ({ status: 200 });
    advance(20_000);
    const other = aDestination();
    answer = () => ({ status: 503, headers: { 'retry-after': '3600' } });
    await put(other);
    await deliver(other);
    answer = () => ({ status: 200 });
    await put(destination, 'late');
    const later = { due_at: clock() + 3_600_001 };
    await app.context.database.db.updateTable('outbox').set(later).where('id', '=', 'late').execute();
    expect(await deliver(destination)).toBe(1);
    // Brought forward, to a whole millisecond.
    expect(await rows(destination)).toContainEqual(
      expect.objectContaining({ id: 'late', due_at: clock() + 60_000 }),
    );
    expect(await deliver(destination)).toBe(10);
    // What waits for another destination waits on.
    expect(await rows(other)).toEqual([expect.objectContaining({ due_at: clock() + 3_600_000 })]);
  });

  it('does not follow a redirect', async () => {
    const destination = aDestination();
    await put(destination);
    answer = () => ({ status: 307, headers: { location: `${receiver.origin}/elsewhere` } });
    await deliver(destination);
    expect(await rows(destination)).toEqual([
      expect.objectContaining({ state: 'waiting', last_error: 'status 307' }),
    ]);
    expect(receiver.calls.some(({ path }) => path === '/elsewhere')).toBe(false);
  });

  it('waits as long as a receiver asks for', async () => {
    const destination = aDestination();
    await put(destination);
    answer = () => ({ status: 429, headers: { 'retry-after': '600' } });
    await deliver(destination);
    expect(await rows(destination)).toEqual([expect.objectContaining({ due_at: clock() + 600_000 })]);
  });

  it('gives a conversion up before 47 hours are over', async () => {
    const destination = aDestination();
    await put(destination);
    answer = () => ({ status: 503 });
    const startedAt = clock();
    let lastAttemptAt = startedAt;
    for (let at = 0; at < 75; at++) {
      if ((await deliver(destination)) > 0) lastAttemptAt = clock();
      advance(hourMs);
    }
    const [row] = await rows(destination);
    expect(row).toMatchObject({
      state: 'dead',
      last_error: `gave up after ${row?.attempts} attempts: status 503`,
    });
    expect(lastAttemptAt - startedAt).toBeGreaterThan(40 * hourMs);
    expect(lastAttemptAt - startedAt).toBeLessThanOrEqual(47 * hourMs);
  });

  it('sends no repeat after 47 hours, however long nobody worked', async () => {
    const destination = aDestination();
    await put(destination, 'repeat');
    answer = () => ({ status: 503 });
    await deliver(destination);
    advance(48 * hourMs);
    await put(destination, 'too new to be a repeat');
    await deliver(destination);
    expect(receiver.calls.filter(({ body }) => body === 'repeat')).toHaveLength(1);
    expect(await rows(destination)).toEqual([
      expect.objectContaining({ state: 'dead', last_error: 'too late to try again: status 503' }),
      expect.objectContaining({ state: 'waiting', attempts: 1 }),
    ]);
  });

  it('counts a receiver that cannot be reached as one to try again', async () => {
    const destination = {
      ...aDestination(),
      request: () => ({ url: 'http://127.0.0.1:1', headers: {}, body: '' }),
    };
    await put(destination);
    await deliver(destination);
    const [row] = await rows(destination);
    expect(row?.state).toBe('waiting');
    expect(row?.last_error).toMatch(/^ECONNREFUSED/);
  });
});

describe('the schedule', () => {
  const at = (attempts: number, chance = 0) =>
    nextAttemptAt(schedules.lead, { attempts, scheduled_from: 0 }, 0, 0, chance);

  it('doubles the pause up to its longest', () => {
    expect([1, 2, 3, 30].map((attempts) => at(attempts))).toEqual([5000, 10_000, 20_000, 2 * hourMs]);
  });

  it('takes up to half off by chance', () => {
    expect(at(1, 1)).toBe(2500);
  });

  it('reads Retry-After as seconds and as a date', () => {
    const answerWith = (value: string) => ({ status: 429, headers: { 'retry-after': value }, body: '' });
    expect(retryAfterMs(answerWith('120'), 0)).toBe(120_000);
    expect(retryAfterMs(answerWith('Thu, 15 Jan 2026 12:01:00 GMT'), Date.UTC(2026, 0, 15, 12))).toBe(60_000);
    expect(retryAfterMs(answerWith('soon'), 0)).toBeUndefined();
  });
});
