import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { classifyByStatus } from '@funnel/service-kit/jobs/destination';
import { classifyWebhookResponse } from '@funnel/service-kit/jobs/signed-webhook';

import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { deliverDue } from './deliver-due.ts';
import type { Destination } from './destination.ts';
import { enqueue } from './outbox-repository.ts';

const minuteMs = 60_000;

describeOnEachEngine('the circuit breaker of a destination', (open) => {
  const { clock, advance } = createTestClock();
  const http = createHttpClient({ allowPrivateDestinations: true });
  /** The status for each payload. Others get 200. */
  const statuses = new Map<string, number>();
  /** The `Retry-After` for each payload. */
  const delays = new Map<string, string>();
  /** Responses that the test sends. */
  const held: ServerResponse[] = [];
  const holding = createServer((_, response) => void held.push(response));
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let app: TestApp;
  let destination: Destination;
  let count = 0;

  beforeAll(async () => {
    receiver = await startReceiver(({ body }) => ({
      status: statuses.get(body) ?? 200,
      headers: { 'retry-after': delays.get(body) ?? '' },
    }));
    await once(holding.listen(0, '127.0.0.1'), 'listening');
    app = await startTestApp({ database: await open(), clock });
  });
  beforeEach(() => {
    statuses.clear();
    delays.clear();
    held.length = 0;
    receiver.calls.length = 0;
    const bound = holding.address();
    const holdingOrigin = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
    destination = {
      name: `destination-${++count}`,
      kind: 'lead',
      request: ({ payload }) =>
        payload === 'unsendable'
          ? { status: 'permanent', reason: 'not for this destination' }
          : { url: payload.startsWith('held') ? holdingOrigin : receiver.origin, headers: {}, body: payload },
      classify: classifyByStatus,
    };
  });
  afterAll(async () => {
    holding.closeAllConnections();
    holding.close();
    await Promise.all([app.close(), receiver.close(), http.close()]);
  });

  const put = (payload: string, status = 200) => {
    statuses.set(payload, status);
    const { name, kind } = destination;
    return enqueue(
      app.context.database.db,
      { id: `${name} ${payload}`, destination: name, kind, payload },
      clock(),
    );
  };
  const deliver = () => deliverDue(app.context, http, destination);
  const received = () => receiver.calls.map(({ body }) => body);
  const stateOf = (payload: string) =>
    app.context.database.db
      .selectFrom('outbox')
      .select(['state', 'attempts', 'last_error'])
      .where('id', '=', `${destination.name} ${payload}`)
      .executeTakeFirst();
  /** Opens the circuit by three failed batches of one delivery each. */
  async function openCircuit() {
    for (const payload of ['down-1', 'down-2', 'down-3']) {
      await put(payload, 503);
      expect(await deliver()).toBe(1);
    }
    await put('after the third failure');
    expect(await deliver()).toBe(0);
  }

  it('stays closed if a part of each batch is accepted', async () => {
    for (let round = 1; round <= 6; round++) {
      await put(`rejected-${round}`, 503);
      await put(`accepted-${round}`);
      expect(await deliver()).toBe(2);
    }
    expect(received().filter((body) => body.startsWith('accepted'))).toHaveLength(6);
  });

  it('stays closed if a success comes between the failures', async () => {
    for (const status of [503, 503, 200, 503, 503, 200]) {
      await put(`delivery-${++count}`, status);
      expect(await deliver()).toBe(1);
    }
    expect(receiver.calls).toHaveLength(6);
  });

  it('opens after the third failed batch in a row', async () => {
    await openCircuit();
    expect(received()).toEqual(['down-1', 'down-2', 'down-3']);
  });

  it('stays open if a batch that began before it opened fails later', async () => {
    await put('held');
    const slow = deliver();
    await once(holding, 'request');
    await openCircuit();
    held[0]?.writeHead(503).end();
    expect(await slow).toBe(1);
    expect(await stateOf('held')).toMatchObject({ state: 'waiting', last_error: 'status 503' });
    expect(await deliver()).toBe(0);
  });

  it('stays open if a batch that began before it opened succeeds later', async () => {
    await put('down-0', 503);
    expect(await deliver()).toBe(1);
    await put('held');
    const slow = deliver();
    await once(holding, 'request');
    for (const payload of ['down-1', 'down-2']) {
      await put(payload, 503);
      expect(await deliver()).toBe(1);
    }
    held[0]?.writeHead(200).end();
    expect(await slow).toBe(1);
    expect(await stateOf('held')).toMatchObject({ state: 'delivered' });
    await put('after the third failure');
    expect(await deliver()).toBe(0);
  });

  it('lets the next probe go at once if one could not be sent', async () => {
    await openCircuit();
    const { db } = app.context.database;
    await db.deleteFrom('outbox').where('destination', '=', destination.name).execute();
    await put('unsendable');
    advance(10_000);
    expect(await deliver()).toBe(1);
    expect(await stateOf('unsendable')).toMatchObject({
      state: 'dead',
      last_error: 'not for this destination',
    });
    await put('first');
    await put('second');
    // It said nothing about the destination, so again only one delivery goes.
    expect(await deliver()).toBe(1);
    expect(received().filter((body) => ['first', 'second'].includes(body))).toHaveLength(1);
  });

  it('closes although eighty deliveries that the receiver cannot process were there first', async () => {
    for (let at = 1; at <= 80; at++) await put(`unprocessable-${at}`, 500);
    advance(1);
    for (let at = 1; at <= 80; at++) await put(`ordinary-${at}`);
    for (let attempt = 0; attempt < 3; attempt++) await deliver();
    const isDelivered = () => received().some((body) => body.startsWith('ordinary'));
    expect(isDelivered()).toBe(false);
    // Of thirty probes all meet the first eighty only once in 2^30 times.
    for (let probe = 0; probe < 30 && !isDelivered(); probe++) {
      advance(240_000);
      await deliver();
    }
    expect(isDelivered()).toBe(true);
  });

  it('sends its probe although no delivery is due yet', async () => {
    await put('patient', 503);
    // After eight attempts, the delivery waits for more than five minutes, and the circuit is open for at most four.
    for (let attempt = 0; attempt < 8; attempt++) {
      advance(11 * minuteMs);
      expect(await deliver()).toBe(1);
    }
    expect(await deliver()).toBe(0);
    statuses.set('patient', 200);
    advance(4 * minuteMs);
    expect(await deliver()).toBe(1);
    expect(await stateOf('patient')).toMatchObject({ state: 'delivered', attempts: 9 });
  });

  it('closes without a hurry for the deliveries to another destination', async () => {
    await openCircuit();
    const recovered = destination;
    advance(10_000);
    statuses.clear();
    destination = { ...recovered, name: `destination-${++count}`, classify: classifyWebhookResponse };
    await put('rejected', 404);
    expect(await deliver()).toBe(1);
    expect(await deliverDue(app.context, http, recovered)).toBe(1);
    // The first retry comes after 2.5 to 5 seconds.
    advance(2_000);
    expect(await deliver()).toBe(0);
    advance(3_000);
    expect(await deliver()).toBe(1);
  });

  it('leaves the destination alone for the longest time that it requested', async () => {
    for (const [payload, seconds] of [
      ['short', '60'],
      ['long', '600'],
      ['medium', '300'],
    ] as const) {
      delays.set(payload, seconds);
      await put(payload, 429);
    }
    expect(await deliver()).toBe(3);
    advance(600_000 - 1);
    await put('new');
    expect(await deliver()).toBe(0);
    advance(1);
    expect(await deliver()).toBe(4);
  });

  it('does not matter to an attempt in progress, which no other worker repeats for a minute', async () => {
    const warn = jest.spyOn(app.context.log, 'warn');
    await put('held');
    const slow = deliver();
    await once(holding, 'request');
    advance(minuteMs - 1);
    expect(await deliver()).toBe(0);
    advance(1);
    const successor = deliver();
    await once(holding, 'request');
    for (const response of held) response.end();
    expect([await slow, await successor]).toEqual([1, 1]);
    expect(held).toHaveLength(2);
    expect(await stateOf('held')).toMatchObject({ state: 'delivered', attempts: 2 });
    const line = { deliveryId: `${destination.name} held`, destination: destination.name, attempts: 1 };
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ ...line, outcome: 'delivered' }), 'delivery outlived its lease'],
    ]);
    warn.mockRestore();
  });
});
