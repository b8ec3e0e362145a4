import {
  deliveriesSchema,
  deliverySummarySchema,
  redeliverySchema,
  type RedeliveryRequest,
} from '@funnel/contracts/deliveries';
import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { classifyByStatus } from '@funnel/service-kit/jobs/destination';
import { leaseDeliveries } from '@funnel/service-kit/jobs/outbox-queue';

import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { deliverDue } from './deliver-due.ts';
import type { AnyDestination, Destination, DeliveryKind } from './destination.ts';
import { enqueue } from './outbox-repository.ts';

const hourMs = 3_600_000;
const headers = { authorization: `Bearer ${testOperatorToken}` };

describeOnEachEngine('deliveries', (open) => {
  const { clock, advance } = createTestClock();
  const http = createHttpClient({ allowPrivateDestinations: true });
  const wakeOutbox = jest.fn();
  let status: number;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let app: TestApp;
  let count = 0;

  const stopping = (name: string): AnyDestination => ({
    name,
    kind: 'lead',
    send: async () => ({ status: 'stopped', reason: 'the account is closed' }),
  });
  const aDestination = (kind: DeliveryKind = 'lead'): Destination => ({
    name: `destination-${++count}`,
    kind,
    request: ({ id, payload }) => ({ url: receiver.origin, headers: { 'webhook-id': id }, body: payload }),
    classify: classifyByStatus,
  });
  const put = async ({ name, kind }: Destination, id: string) => {
    const delivery = { id, destination: name, kind, payload: 'ada@example.com', visit_id: 'a-visit' };
    await enqueue(app.context.database.db, delivery, clock());
  };
  const deliver = (destination: Destination) => deliverDue(app.context, http, destination);
  const listing = async (query: string) => {
    const response = await app.request(`/api/deliveries?${query}`, { headers });
    return deliveriesSchema.parse(await response.json());
  };
  const list = async (query: string) => (await listing(query)).deliveries;
  const summaryOf = async ({ name }: Destination) => {
    const response = await app.request('/api/deliveries/summary', { headers });
    const { destinations } = deliverySummarySchema.parse(await response.json());
    return destinations.find(({ destination }) => destination === name);
  };
  const redeliver = async (request: RedeliveryRequest) =>
    redeliverySchema.parse(await (await app.post('/api/deliveries/redeliver', request, headers)).json());

  beforeAll(async () => {
    receiver = await startReceiver(() => ({ status }));
    app = await startTestApp({ database: await open(), clock, dependencies: { wakeOutbox } });
  });
  afterAll(async () => {
    await Promise.all([app.close(), receiver.close(), http.close()]);
  });

  it('require an operator', async () => {
    for (const path of ['/api/deliveries', '/api/deliveries/summary'])
      expect((await app.request(path)).status).toBe(401);
    expect((await app.post('/api/deliveries/redeliver', { ids: ['a'] })).status).toBe(401);
  });

  it('are listed newest first by state and destination, with errors and without payloads', async () => {
    const destination = aDestination();
    await put(destination, 'first');
    status = 410;
    await deliver(destination);
    advance(1000);
    await put(destination, 'second');
    status = 503;
    await deliver(destination);
    advance(1000);
    await put(destination, 'third');

    const of = `destination=${destination.name}`;
    const all = await list(of);
    expect(all).toMatchObject([
      { id: 'third', state: 'waiting', attempts: 0, lastError: null, dueAt: clock(), createdAt: clock() },
      { id: 'second', state: 'failed', attempts: 1, lastError: 'status 503', kind: 'lead' },
      { id: 'first', state: 'dead', attempts: 1, lastError: 'status 410' },
    ]);
    expect(JSON.stringify(all)).not.toContain('ada@example.com');
    for (const one of all) expect(await list(`${of}&state=${one.state}`)).toEqual([one]);
    expect(await list(`${of}&limit=1`)).toEqual(all.slice(0, 1));
  });

  it('are counted beyond the limit', async () => {
    const destination = aDestination();
    await put(destination, 'given-up');
    status = 410;
    await deliver(destination);
    for (let index = 0; index < 60; index++) await put(destination, `busy-${index}`);

    const of = `destination=${destination.name}`;
    const newest = await listing(of);
    expect([newest.deliveries.length, newest.total]).toEqual([50, 61]);
    expect(await listing(`${of}&state=dead`)).toMatchObject({ deliveries: [{ id: 'given-up' }], total: 1 });
    expect(await listing(`${of}&state=failed`)).toEqual({ deliveries: [], total: 0 });
  });

  it.each([
    ['state=delivered', 'state'],
    ['limit=0', 'limit'],
    ['limit=1000', 'limit'],
    ['order=id', ''],
  ])('cannot be listed by %s', async (query, path) => {
    const response = await app.request(`/api/deliveries?${query}`, { headers });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'invalid-request',
      errors: [{ path, message: expect.any(String) }],
    });
  });

  it('are summarized by destination, with the circuit breaker', async () => {
    const destination = aDestination();
    await put(destination, 'gone');
    status = 410;
    await deliver(destination);
    await put(destination, 'kept');
    status = 503;
    for (let attempt = 0; attempt < 3; attempt++) {
      await deliver(destination);
      advance(60_000);
    }
    const summary = await summaryOf(destination);
    expect(summary).toMatchObject({ waiting: 1, dead: 1, oldestWaitingMs: 180_000 });
    expect(summary?.breakerOpenUntil).toBeGreaterThan(clock() - 60_000);
    status = 200;
    await deliver(destination);
    expect(await summaryOf(destination)).toMatchObject({ waiting: 0, dead: 1, breakerOpenUntil: null });
  });

  it('are not said to be rejected while none waits', async () => {
    const destination = aDestination();
    await put(destination, 'rejected');
    const { db } = app.context.database;
    const rejection = { rejecting_since: clock(), rejection: 'status 400' };
    await db
      .insertInto('breakers')
      .values({ destination: destination.name, failures: 0, open_until: 0, ...rejection })
      .execute();
    expect((await summaryOf(destination))?.rejecting).toEqual({ reason: 'status 400', since: clock() });
    await db.updateTable('outbox').set({ state: 'dead' }).where('id', '=', 'rejected').execute();
    expect(await summaryOf(destination)).toMatchObject({ dead: 1, rejecting: null });
  });

  it('are summarized in the order of the names, even if a destination has only a stop', async () => {
    const { db } = app.context.database;
    await put({ ...aDestination(), name: 'zebra' }, 'to-the-zebra');
    await enqueue(db, { id: 'to-the-aardvark', destination: 'aardvark', kind: 'lead', payload: '' }, clock());
    await deliverDue(app.context, http, stopping('aardvark'));
    await db.deleteFrom('outbox').where('id', '=', 'to-the-aardvark').execute();
    const response = await app.request('/api/deliveries/summary', { headers });
    const { destinations } = deliverySummarySchema.parse(await response.json());
    expect(destinations.filter(({ destination }) => /^(aardvark|zebra)$/.test(destination))).toMatchObject([
      { destination: 'aardvark', waiting: 0, stopped: { reason: 'the account is closed', at: clock() } },
      { destination: 'zebra', waiting: 1, stopped: null },
    ]);
  });

  it('that are dead are requeued under the same id with a new schedule', async () => {
    const destination = aDestination();
    await put(destination, 'patient');
    status = 503;
    for (let at = 0; at < 25; at++) {
      await deliver(destination);
      advance(6 * hourMs);
    }
    expect(await list(`destination=${destination.name}`)).toMatchObject([{ state: 'dead' }]);
    expect(await redeliver({ ids: ['patient', 'patient', 'unknown'] })).toEqual({
      redelivered: 1,
      tooLate: 0,
      notDead: 1,
    });
    expect(wakeOutbox).toHaveBeenCalled();
    await deliver(destination);
    expect(await list(`destination=${destination.name}`)).toMatchObject([{ state: 'failed', attempts: 1 }]);
    advance(hourMs);
    status = 200;
    await deliver(destination);
    expect(await list(`destination=${destination.name}`)).toEqual([]);
    expect(receiver.calls.at(-1)?.headers['webhook-id']).toBe('patient');
  });

  it('are redelivered and resumed under the name of an operator in the log', async () => {
    const info = jest.spyOn(app.context.log, 'info');
    await redeliver({ ids: ['no-delivery'] });
    await app.post('/api/deliveries/resume', { destination: 'nowhere' }, headers);
    const written = info.mock.calls.filter(([, message]) => message !== 'request');
    const lines = written.map(([line]) => line);
    info.mockRestore();
    expect(lines).toMatchObject([
      { operator: 'operator', ids: ['no-delivery'], redelivered: 0 },
      { operator: 'operator', destination: 'nowhere', resumed: false },
    ]);
  });

  it('that still wait keep their schedule when a redelivery is asked for, and are reported as not dead', async () => {
    const destination = aDestination();
    await put(destination, 'still-waiting');
    status = 503;
    await deliver(destination);
    const before = await list(`destination=${destination.name}`);
    expect(before).toMatchObject([{ id: 'still-waiting', state: 'failed', attempts: 1 }]);
    advance(1);
    const nothing = { redelivered: 0, tooLate: 0 };
    expect(await redeliver({ ids: ['still-waiting'] })).toEqual({ ...nothing, notDead: 1 });
    const all = { destination: destination.name, state: 'dead' } as const;
    expect(await redeliver(all)).toEqual({ ...nothing, notDead: 0 });
    expect(await list(`destination=${destination.name}`)).toEqual(before);
  });

  it('to a stopped destination are sent at once when an operator resumes it', async () => {
    const destination = aDestination();
    await put(destination, 'held-back');
    await deliverDue(app.context, http, stopping(destination.name));
    wakeOutbox.mockClear();
    const response = await app.post('/api/deliveries/resume', { destination: destination.name }, headers);
    expect(await response.json()).toEqual({ resumed: true });
    expect(wakeOutbox).toHaveBeenCalledTimes(1);
    status = 200;
    await deliver(destination);
    expect(await list(`destination=${destination.name}`)).toEqual([]);
  });

  it('to another destination keep their time when one is resumed', async () => {
    const [stopped, failing] = [aDestination(), aDestination()];
    await put(failing, 'tried-again-later');
    status = 503;
    await deliver(failing);
    const before = await list(`destination=${failing.name}`);
    await put(stopped, 'held-back-meanwhile');
    await deliverDue(app.context, http, stopping(stopped.name));
    await app.post('/api/deliveries/resume', { destination: stopped.name }, headers);
    expect(await list(`destination=${failing.name}`)).toEqual(before);
  });

  it('to a destination that asks to stop are not leased by another worker, which did not see the stop', async () => {
    const destination = aDestination();
    await put(destination, 'last');
    // The line is written as soon as the delivery is no longer leased.
    let leased: Promise<unknown> | undefined;
    const info = jest.spyOn(app.context.log, 'info').mockImplementation(() => {
      leased ??= leaseDeliveries(app.context.database, {
        destination: destination.name,
        nowMs: clock(),
        leaseMs: 60_000,
        limit: 10,
      });
    });
    await deliverDue(app.context, http, stopping(destination.name));
    info.mockRestore();
    expect(await leased).toEqual([]);
  });

  it('stay dead if they are conversions past their window, and are reported as too late', async () => {
    const destination = aDestination('conversion');
    status = 400;
    await put(destination, 'old');
    await deliver(destination);
    advance(46 * hourMs);
    await put(destination, 'young');
    await deliver(destination);
    advance(hourMs);
    const request = { destination: destination.name, state: 'dead' } as const;
    expect(await redeliver(request)).toEqual({ redelivered: 1, tooLate: 1, notDead: 0 });
    expect(await list(`destination=${destination.name}`)).toMatchObject([
      { id: 'young', state: 'failed', attempts: 0, lastError: 'status 400' },
      { id: 'old', state: 'dead' },
    ]);
    // No worker ran for two days, so a delivery that was sent once is not sent again.
    advance(47 * hourMs);
    const calls = receiver.calls.length;
    await deliver(destination);
    expect(receiver.calls).toHaveLength(calls);
    expect(await list(`destination=${destination.name}&state=dead`)).toHaveLength(2);
  });

  it('that are conversions are not sent after their window, even if their destination was stopped after they were requeued', async () => {
    const destination = aDestination('conversion');
    status = 400;
    await put(destination, 'sent-once');
    await deliver(destination);
    await put(destination, 'never-sent');
    await redeliver({ ids: ['sent-once'] });
    await deliverDue(app.context, http, stopping(destination.name));
    advance(60 * hourMs);
    await app.post('/api/deliveries/resume', { destination: destination.name }, headers);
    status = 200;
    receiver.calls.length = 0;
    await deliver(destination);
    expect(receiver.calls.map((call) => call.headers['webhook-id'])).toEqual(['never-sent']);
    expect(await list(`destination=${destination.name}`)).toMatchObject([{ id: 'sent-once', state: 'dead' }]);
  });
});
