import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { deliverDue as deliverRows } from '@funnel/service-kit/jobs/deliver';
import { classifyByStatus } from '@funnel/service-kit/jobs/destination';
import { leaseDeliveries, recordAttempt } from '@funnel/service-kit/jobs/outbox-queue';

import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  type ReceivedCall,
  type TestApp,
} from '../platform/service.testkit.ts';
import { deliverDue, startDeliveries } from './deliver-due.ts';
import { schedules, type AnyDestination, type DeliveryKind, type Destination } from './destination.ts';
import { enqueue, enqueueAll, enqueuedIds } from './outbox-repository.ts';

const hourMs = 3_600_000;
const leaseMs = 60_000;

describeOnEachEngine('the outbox', (open) => {
  const { clock, advance } = createTestClock();
  const http = createHttpClient({ allowPrivateDestinations: true, timeoutMs: 1000 });
  let respond: (call: ReceivedCall) => { status: number; headers?: Record<string, string> };
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let app: TestApp;
  let count = 0;

  const destinationOf = (name: string, kind: DeliveryKind = 'conversion'): Destination => ({
    name,
    kind,
    request: ({ payload }) => ({ url: receiver.origin, headers: {}, body: payload }),
    classify: classifyByStatus,
  });
  /** Every test has its own destination and therefore its own queue. */
  const aDestination = (kind?: DeliveryKind) => destinationOf(`destination-${++count}`, kind);
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
  const lease = ({ name }: Destination, limit = 10) =>
    leaseDeliveries(app.context.database, { destination: name, nowMs: clock(), leaseMs, limit });

  beforeAll(async () => {
    receiver = await startReceiver((call) => respond(call));
    app = await startTestApp({ database: await open(), clock });
  });
  beforeEach(() => {
    respond = () => ({ status: 200 });
  });
  afterAll(async () => {
    await Promise.all([app.close(), receiver.close(), http.close()]);
  });

  it('stores one delivery per id', async () => {
    const destination = aDestination();
    await put(destination, 'same');
    await put(destination, 'same');
    expect(await rows(destination)).toHaveLength(1);
  });

  it('stores nothing if there is nothing to store', async () => {
    const { db } = app.context.database;
    const before = await db.selectFrom('outbox').selectAll().execute();
    await enqueueAll(db, [], clock());
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual(before);
  });

  it('tells which ids it has, whatever became of their deliveries', async () => {
    const destination = aDestination();
    for (const id of ['known-dead', 'known-delivered']) await put(destination, id);
    respond = ({ body }) => ({ status: body === 'known-dead' ? 410 : 200 });
    await deliver(destination);
    await put(destination, 'known-waiting');
    await put(destination, 'not-asked-for');
    const asked = ['known-dead', 'known-delivered', 'known-waiting', 'unknown'];
    expect([...(await enqueuedIds(app.context.database.db, asked))].sort()).toEqual([
      'known-dead',
      'known-delivered',
      'known-waiting',
    ]);
  });

  it('leases nothing before it is due', async () => {
    const destination = aDestination();
    await put(destination);
    respond = () => ({ status: 429, headers: { 'retry-after': '600' } });
    await deliver(destination);
    advance(600_000 - 1);
    expect(await lease(destination)).toEqual([]);
    advance(1);
    expect(await lease(destination)).toHaveLength(1);
  });

  it('leases a delivery to only one of several concurrent workers', async () => {
    const destination = aDestination();
    for (let at = 0; at < 20; at++) await put(destination);
    const leases = await Promise.all(Array.from({ length: 4 }, () => lease(destination, 5)));
    const ids = leases.flat().map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  it("rejects a result that arrives after the lease, and keeps the next worker's result", async () => {
    const destination = aDestination();
    await put(destination);
    const [paused] = await lease(destination);
    if (!paused) throw new Error('nothing claimed');
    advance(leaseMs);
    const { db } = app.context.database;
    expect(await recordAttempt(db, paused, { state: 'dead', last_error: null }, clock())).toBe(false);
    const [successor] = await lease(destination);
    if (!successor) throw new Error('nothing claimed');
    expect(await recordAttempt(db, paused, { state: 'dead', last_error: null }, clock())).toBe(false);
    expect(await recordAttempt(db, successor, { state: 'delivered', last_error: null }, clock())).toBe(true);
    expect(await rows(destination)).toEqual([expect.objectContaining({ state: 'delivered', attempts: 2 })]);
  });

  it('dead-letters a rejected delivery with its reason, and delivers the others', async () => {
    const destination = aDestination();
    await put(destination, 'b-poison');
    await put(destination, 'c-good');
    respond = ({ body }) => ({ status: body === 'b-poison' ? 422 : 200 });
    expect(await deliver(destination)).toBe(2);
    expect(await rows(destination)).toEqual([
      expect.objectContaining({ id: 'b-poison', state: 'dead', last_error: 'status 422' }),
      expect.objectContaining({ id: 'c-good', state: 'delivered', last_error: null }),
    ]);
  });

  it('logs every attempt with its visit and set, and counts it by outcome', async () => {
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
    respond = ({ body }) => ({ status: body === 'logged-1' ? 410 : 200 });
    await deliverDue(app.context, http, destination, count);
    const line = { destination: destination.name, visitId: 'a-visit', setId: 'a-set', attempts: 1 };
    expect(error.mock.calls).toEqual([
      [
        { ...line, deliveryId: 'logged-1', outcome: 'permanent', reason: 'status 410' },
        'delivery dead-lettered',
      ],
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

  it('logs and delivers also for a service that adds no fields to its log lines', async () => {
    const destination = aDestination();
    await put(destination, 'plainly-logged');
    const info = jest.spyOn(app.context.log, 'info');
    await deliverRows(app.context, { destination, schedule: schedules.lead, http });
    const line = { deliveryId: 'plainly-logged', destination: destination.name, attempts: 1 };
    expect(info.mock.calls).toEqual([
      [{ ...line, outcome: 'delivered', reason: null }, 'delivery attempted'],
    ]);
    info.mockRestore();
  });

  it('sends by other means than HTTP, and keeps the first 200 characters of an error', async () => {
    const sent: string[] = [];
    let error: unknown = new RangeError('x'.repeat(300));
    const mail: AnyDestination = {
      name: `mail-${++count}`,
      kind: 'email',
      send: async ({ id }) => {
        if (error) throw error;
        sent.push(id);
        return { status: 'delivered' };
      },
    };
    const { db } = app.context.database;
    await enqueue(db, { id: 'an-email', destination: mail.name, kind: 'email', payload: '' }, clock());
    const lastError = async () => {
      await deliverDue(app.context, http, mail);
      advance(60_000);
      const row = db.selectFrom('outbox').select(['state', 'last_error']).where('id', '=', 'an-email');
      return row.executeTakeFirst();
    };
    expect(await lastError()).toEqual({ state: 'waiting', last_error: `RangeError: ${'x'.repeat(188)}` });
    error = Object.assign(new Error('mailbox full'), { code: 'EENVELOPE' });
    expect(await lastError()).toEqual({ state: 'waiting', last_error: 'EENVELOPE: mailbox full' });
    error = undefined;
    expect(await lastError()).toEqual({ state: 'delivered', last_error: null });
    expect(sent).toEqual(['an-email']);
  });

  it('sends one probe to an unavailable destination, regardless of the number of workers', async () => {
    const destination = aDestination();
    for (let at = 0; at < 20; at++) await put(destination);
    respond = () => ({ status: 503 });
    for (let round = 0; round < 3; round++) {
      await deliver(destination);
      advance(10_000);
    }
    const { length } = receiver.calls;
    const attempted = await Promise.all(Array.from({ length: 4 }, () => deliver(destination)));
    expect(attempted.sort()).toEqual([0, 0, 0, 1]);
    expect(receiver.calls).toHaveLength(length + 1);
    expect(await deliver(destination)).toBe(0);

    respond = () => ({ status: 200 });
    advance(20_000);
    const other = aDestination();
    respond = () => ({ status: 503, headers: { 'retry-after': '3600' } });
    await put(other);
    await deliver(other);
    respond = () => ({ status: 200 });
    await put(destination, 'late');
    // The probe is the oldest delivery, so that `late` waits for the probe's result.
    const random = jest.spyOn(Math, 'random').mockReturnValue(0);
    const later = { due_at: clock() + 3_600_001 };
    await app.context.database.db.updateTable('outbox').set(later).where('id', '=', 'late').execute();
    expect(await deliver(destination)).toBe(1);
    random.mockRestore();
    // Expedited, to a whole millisecond.
    expect(await rows(destination)).toContainEqual(
      expect.objectContaining({ id: 'late', due_at: clock() + 60_000 }),
    );
    expect(await deliver(destination)).toBe(10);
    // Deliveries to another destination are not expedited.
    expect(await rows(other)).toEqual([expect.objectContaining({ due_at: clock() + 3_600_000 })]);
  });

  it('does not follow a redirect', async () => {
    const destination = aDestination();
    await put(destination);
    respond = () => ({ status: 307, headers: { location: `${receiver.origin}/elsewhere` } });
    await deliver(destination);
    expect(await rows(destination)).toEqual([
      expect.objectContaining({ state: 'waiting', last_error: 'status 307' }),
    ]);
    expect(receiver.calls.some(({ path }) => path === '/elsewhere')).toBe(false);
  });

  it('waits as long as the receiver requests', async () => {
    const destination = aDestination();
    await put(destination);
    respond = () => ({ status: 429, headers: { 'retry-after': '600' } });
    await deliver(destination);
    expect(await rows(destination)).toEqual([expect.objectContaining({ due_at: clock() + 600_000 })]);
  });

  it('dead-letters a conversion before 47 hours have passed', async () => {
    const destination = aDestination();
    await put(destination);
    respond = () => ({ status: 503 });
    const startedAt = clock();
    let lastAttemptAt = startedAt;
    for (let at = 0; at < 75; at++) {
      if ((await deliver(destination)) > 0) lastAttemptAt = clock();
      advance(hourMs);
    }
    expect(await rows(destination)).toMatchObject([
      { state: 'dead', attempts: 48, last_error: 'gave up after 48 attempts: status 503' },
    ]);
    expect((lastAttemptAt - startedAt) / hourMs).toBe(47);
  });

  it.each(['lead', 'entitlement'] as const)(
    'attempts a delivery of kind %s for five days: 61 times if a worker runs every two hours',
    async (kind) => {
      const destination = aDestination(kind);
      const id = `never-accepted-${kind}`;
      await put(destination, id);
      respond = () => ({ status: 503 });
      for (let turn = 0; turn < 70; turn++) {
        await deliver(destination);
        advance(2 * hourMs);
      }
      expect(receiver.calls.filter(({ body }) => body === id)).toHaveLength(61);
      expect(await rows(destination)).toMatchObject([
        { state: 'dead', attempts: 61, last_error: 'gave up after 61 attempts: status 503' },
      ]);
    },
  );

  it.each([
    ['alert', 24],
    ['email', 48],
    ['release', 72],
  ] as const)('attempts a delivery of kind %s for %i hours, and then gives up', async (kind, hours) => {
    const destination = aDestination(kind);
    await put(destination);
    respond = () => ({ status: 503 });
    const startedAt = clock();
    let lastAttemptAt = startedAt;
    for (let at = 0; at < 130; at++) {
      if ((await deliver(destination)) > 0) lastAttemptAt = clock();
      advance(hourMs);
    }
    expect((lastAttemptAt - startedAt) / hourMs).toBe(hours);
    expect(await rows(destination)).toMatchObject([{ state: 'dead' }]);
  });

  it('sends no retry after 47 hours, even if no worker was running', async () => {
    const destination = aDestination();
    await put(destination, 'repeat');
    respond = () => ({ status: 503 });
    await deliver(destination);
    advance(48 * hourMs);
    await put(destination, 'too new to be a repeat');
    await deliver(destination);
    expect(receiver.calls.filter(({ body }) => body === 'repeat')).toHaveLength(1);
    expect(await rows(destination)).toEqual([
      expect.objectContaining({
        state: 'dead',
        // When it died, not when it was due.
        due_at: clock(),
        last_error: 'too late to try again: status 503',
      }),
      expect.objectContaining({ state: 'waiting', attempts: 1 }),
    ]);
  });

  it('does not repeat a conversion after 47 hours if the worker of its first attempt died', async () => {
    const destination = aDestination();
    await put(destination, 'died-with-its-worker');
    await lease(destination);
    advance(48 * hourMs);
    await deliver(destination);
    expect(receiver.calls.filter(({ body }) => body === 'died-with-its-worker')).toEqual([]);
    expect(await rows(destination)).toMatchObject([
      { state: 'dead', last_error: 'too late to try again: no attempt ended' },
    ]);
  });

  it('is emptied by a worker, which finishes its attempts when it is stopped', async () => {
    const destination = aDestination();
    await put(destination);
    await startDeliveries(app.context, [destination]).stop();
    expect(await rows(destination)).toMatchObject([{ state: 'delivered' }]);
  });

  it('has a worker per destination and one for all teams, which log their failures by name', async () => {
    const database = await open();
    await database.ping();
    await database.close();
    const error = jest.spyOn(app.context.log, 'error');
    await startDeliveries({ ...app.context, database }, [destinationOf('leads-webhook')]).stop();
    const failures = ['outbox leads-webhook', 'outbox team-webhooks'].map((worker) => [
      { err: expect.anything(), worker, failures: 1 },
      'worker failed',
    ]);
    expect(error.mock.calls).toHaveLength(2);
    expect(error.mock.calls).toEqual(expect.arrayContaining(failures));
    error.mockRestore();
  });

  it('retries if the receiver cannot be reached', async () => {
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
