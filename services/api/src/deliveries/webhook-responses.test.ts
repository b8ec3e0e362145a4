import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

import { deliverySummarySchema, resumptionSchema } from '@funnel/contracts/deliveries';
import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { createSignedWebhook } from '@funnel/service-kit/jobs/signed-webhook';

import { refuseWrites } from '../platform/refuse-writes.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { deliverDue } from './deliver-due.ts';
import type { AnyDestination, Destination } from './destination.ts';
import { enqueue, enqueueAll } from './outbox-repository.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

/** Every status from 400 to 599 except 410. */
const failures = Array.from({ length: 200 }, (_, at) => 400 + at).filter((status) => status !== 410);

/** Answers that are no HTTP response, or not a whole one. */
const brokenAnswers: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'closes without an answer': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'answers something else than HTTP': (socket) => socket.end('220 mail.example.com ESMTP\r\n'),
  'ends within the header': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
  'ends within the body': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'),
  'does not end its body': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'),
  'never answers': () => undefined,
  'redirects elsewhere': (socket) =>
    socket.end('HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
};

/** Answers every connection the same way until it is repaired, and then with 204. Notes the ids that it accepted. */
async function startBrokenReceiver(answer: (socket: Socket) => unknown) {
  let isRepaired = false;
  const accepted: string[] = [];
  const attempted: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString();
      if (!received.endsWith('a-lead')) return;
      const id = /^webhook-id: (.+)\r$/m.exec(received)?.[1] ?? '';
      received = '';
      attempted.push(id);
      if (isRepaired) accepted.push(id);
      if (isRepaired) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      else answer(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/`, attempted, accepted, repair: () => (isRepaired = true), server };
}

describeOnEachEngine('a webhook', (open, engine) => {
  const { clock, advance } = createTestClock();
  const http = createHttpClient({ allowPrivateDestinations: true });
  let statusOf: (id: string) => number;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let app: TestApp;
  let count = 0;

  beforeAll(async () => {
    receiver = await startReceiver(({ headers }) => ({ status: statusOf(String(headers['webhook-id'])) }));
    app = await startTestApp({ database: await open(), clock });
  });
  afterAll(async () => {
    await Promise.all([app.close(), receiver.close(), http.close()]);
  });

  const webhook = (url = receiver.origin): Destination => ({
    ...createSignedWebhook({ name: `webhook-${++count}`, url, secrets: [secretOf(1)] }),
    kind: 'lead',
  });
  const delivery = ({ name, kind }: Destination, id: string) => ({
    id,
    destination: name,
    kind,
    payload: 'a-lead',
  });
  const put = (destination: Destination, id: string) =>
    enqueue(app.context.database.db, delivery(destination, id), clock());
  const deliver = (destination: Destination) => deliverDue(app.context, http, destination);
  /** Attempts what is due every five minutes. */
  async function work(destination: Destination, forMs: number) {
    for (const until = clock() + forMs; clock() < until; advance(5 * minuteMs))
      while ((await deliver(destination)) > 0);
  }
  const callsOf = (id: string) => receiver.calls.filter(({ headers }) => headers['webhook-id'] === id);
  const rowsOf = ({ name }: Destination) =>
    app.context.database.db
      .selectFrom('outbox')
      .select(['id', 'state', 'attempts', 'last_error'])
      .where('destination', '=', name)
      .orderBy('id')
      .execute();
  const dueTimes = ({ name }: Destination) =>
    app.context.database.db.selectFrom('outbox').select('due_at').where('destination', '=', name).execute();
  const headers = { authorization: `Bearer ${testOperatorToken}` };
  const summaryOf = async ({ name }: Destination) => {
    const response = await app.request('/api/deliveries/summary', { headers });
    const { destinations } = deliverySummarySchema.parse(await response.json());
    return destinations.find(({ destination }) => destination === name);
  };
  const resume = async (destination: string) => {
    const response = await app.post('/api/deliveries/resume', { destination }, headers);
    return resumptionSchema.parse(await response.json()).resumed;
  };

  it('that answers any status from 400 to 599 but 410 gets each delivery, once it answers 204', async () => {
    const destination = webhook();
    const deliveries = failures.map((status) => delivery(destination, `lead_${status}`));
    await enqueueAll(app.context.database.db, deliveries, clock());
    statusOf = (id) => Number(id.slice('lead_'.length));
    await work(destination, 20 * minuteMs);
    expect(await rowsOf(destination)).toEqual(
      failures.map((status) => expect.objectContaining({ id: `lead_${status}`, state: 'waiting' })),
    );
    const before = receiver.calls.length;
    statusOf = () => 204;
    await work(destination, 3 * hourMs);
    const accepted = receiver.calls.slice(before).map(({ headers: sent }) => sent['webhook-id']);
    expect(accepted.sort()).toEqual(failures.map((status) => `lead_${status}`));
    expect((await rowsOf(destination)).filter(({ state }) => state !== 'delivered')).toEqual([]);
  });

  it.each([400, 401, 404, 413, 415, 422, 503])(
    'that answers %d for almost five days gets the delivery under the same id',
    async (status) => {
      const destination = webhook();
      const id = `lead_late-${status}-${count}`;
      await put(destination, id);
      statusOf = () => status;
      await work(destination, 5 * dayMs - 3 * hourMs);
      const attempts = callsOf(id).length;
      // At most two hours apart, and at least half of that because of the jitter.
      expect(attempts).toBeGreaterThanOrEqual(60);
      statusOf = () => 204;
      await work(destination, 3 * hourMs);
      expect(callsOf(id)).toHaveLength(attempts + 1);
      expect(await rowsOf(destination)).toEqual([expect.objectContaining({ id, state: 'delivered' })]);
    },
  );

  it.each(Object.entries(brokenAnswers))(
    'that %s gets the delivery, once it is repaired',
    async (_, answer) => {
      const broken = await startBrokenReceiver(answer);
      const signed = webhook(broken.url);
      const request: Destination['request'] = (row, nowMs) => ({
        ...signed.request(row, nowMs),
        timeoutMs: 300,
      });
      const destination = { ...signed, request };
      const id = `lead_broken-${count}`;
      await put(destination, id);
      await deliver(destination);
      expect(await rowsOf(destination)).toEqual([
        { id, state: 'waiting', attempts: 1, last_error: expect.any(String) },
      ]);
      broken.repair();
      await work(destination, 10 * minuteMs);
      expect(await rowsOf(destination)).toMatchObject([{ id, state: 'delivered' }]);
      expect([broken.attempted, broken.accepted]).toEqual([[id, id], [id]]);
      broken.server.close();
    },
  );

  it('that rejects one delivery again and again gets the others at once', async () => {
    const destination = webhook();
    await put(destination, `lead_rejected-${count}`);
    statusOf = (id) => (id.startsWith('lead_rejected') ? 422 : 204);
    for (let attempt = 0; attempt < 6; attempt++) {
      await deliver(destination);
      const [row] = await dueTimes(destination);
      advance(Number(row?.due_at) - clock());
    }
    await deliver(destination);
    expect(callsOf(`lead_rejected-${count}`)).toHaveLength(7);
    await put(destination, `lead_accepted-${count}`);
    await deliver(destination);
    expect(callsOf(`lead_accepted-${count}`)).toHaveLength(1);
    expect(await summaryOf(destination)).toMatchObject({ waiting: 1, breakerOpenUntil: null });
  });

  it('that rejects one delivery and accepts another at the same time is not shown as rejecting', async () => {
    const destination = webhook();
    await put(destination, `lead_accepted-${count}`);
    await put(destination, `lead_rejected-${count}`);
    statusOf = (id) => (id.startsWith('lead_rejected') ? 422 : 204);
    await deliver(destination);
    expect(callsOf(`lead_rejected-${count}`)).toHaveLength(1);
    expect(await summaryOf(destination)).toMatchObject({ waiting: 1, rejecting: null });
  });

  it('that responds with 410 gets nothing more and causes one alert, and gets everything once it is resumed', async () => {
    const destination = webhook();
    const { log } = app.context;
    const [info, error] = [jest.spyOn(log, 'info'), jest.spyOn(log, 'error')];
    const first = `lead_gone-${count}`;
    const later = ['b', 'c'].map((letter) => `${first}${letter}`);
    await put(destination, first);
    statusOf = () => 410;
    await deliver(destination);
    for (const id of later) await put(destination, id);
    await work(destination, 6 * hourMs);
    expect([first, ...later].map((id) => callsOf(id).length)).toEqual([1, 0, 0]);
    expect(error.mock.calls).toEqual([
      [
        { destination: destination.name, reason: 'status 410' },
        'destination stopped until it is resumed or its settings change',
      ],
    ]);
    const attempted = { deliveryId: first, outcome: 'stopped', reason: 'status 410' };
    expect(info.mock.calls).toContainEqual([expect.objectContaining(attempted), 'delivery attempted']);
    expect(await summaryOf(destination)).toMatchObject({
      waiting: 3,
      dead: 0,
      stopped: { reason: 'status 410', at: expect.any(Number) },
    });
    const metrics = await (await app.request('/metrics', { headers })).text();
    expect(metrics).toContain(`outbox_stopped{destination="${destination.name}",state="stopped"} 1`);

    // Longer than the whole retry schedule.
    advance(10 * dayMs);
    statusOf = () => 503;
    expect(await resume(destination.name)).toBe(true);
    expect(await resume(destination.name)).toBe(false);
    const resumption = { operator: 'operator', destination: destination.name, resumed: true };
    expect(info.mock.calls).toContainEqual([resumption, 'destination resumed']);
    await deliver(destination);
    statusOf = () => 204;
    await work(destination, 10 * minuteMs);
    expect((await rowsOf(destination)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
    expect(await summaryOf(destination)).toBeUndefined();
    jest.restoreAllMocks();
  });

  it('that answered 410 is resumed by another URL, and not by a restart alone', async () => {
    const first = webhook();
    const id = `lead_moved-${count}`;
    await put(first, id);
    statusOf = () => 410;
    await deliver(first);
    statusOf = () => 204;
    const settings = { name: first.name, secrets: [secretOf(1)] };
    expect(
      await deliver({ ...createSignedWebhook({ ...settings, url: receiver.origin }), kind: 'lead' }),
    ).toBe(0);
    const info = jest.spyOn(app.context.log, 'info');
    await deliver({ ...createSignedWebhook({ ...settings, url: `${receiver.origin}/new` }), kind: 'lead' });
    expect(info.mock.calls).toContainEqual([
      { destination: first.name },
      'destination resumed with changed settings',
    ]);
    info.mockRestore();
    expect(callsOf(id).map(({ path }) => path)).toEqual(['/', '/new']);
    expect(await rowsOf(first)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('that other settings resume stays stopped until all of its deliveries are due again', async () => {
    const { db } = app.context.database;
    const destination = { ...webhook(), settingsId: 'before' };
    await put(destination, `lead_half-${count}`);
    statusOf = () => 410;
    await deliver(destination);
    statusOf = () => 204;
    // The last statement that resumes a destination.
    const refused = { write: 'update of scheduled_from', table: 'outbox', reason: 'no space' };
    const allow = await refuseWrites(db, engine, refused);
    await expect(deliver({ ...destination, settingsId: 'after' })).rejects.toThrow('no space');
    expect(await summaryOf(destination)).toMatchObject({ waiting: 1, stopped: { reason: 'status 410' } });
    await allow();
    expect(await deliver({ ...destination, settingsId: 'after' })).toBe(1);
    expect(await rowsOf(destination)).toMatchObject([{ state: 'delivered' }]);
  });

  it.each([
    ['an operator', 'lead', 'again'],
    ['changed settings', 'lead', 'again'],
    ['an operator', 'conversion', 'no more'],
    ['changed settings', 'conversion', 'no more'],
  ] as const)(
    'that was resumed by %s after six days gets a %s that it never got, and a failed one %s',
    async (by, kind, repeats) => {
      const destination = { ...webhook(), kind, settingsId: 'before' };
      const [first, second] = [`lead_failed-${count}`, `lead_new-${count}`];
      await put(destination, first);
      statusOf = () => 503;
      await deliver(destination);
      advance(minuteMs);
      await put(destination, second);
      statusOf = () => 410;
      expect(await deliver(destination)).toBe(2);
      // Longer than any retry schedule.
      advance(6 * dayMs);
      statusOf = () => 204;
      const isByOperator = by === 'an operator';
      if (isByOperator) expect(await resume(destination.name)).toBe(true);
      expect(await deliver({ ...destination, settingsId: isByOperator ? 'before' : 'after' })).toBe(2);
      expect(await rowsOf(destination)).toMatchObject([
        repeats === 'again'
          ? { id: first, state: 'delivered', attempts: 2, last_error: null }
          : { id: first, state: 'dead', last_error: 'too late to try again: status 503' },
        { id: second, state: 'delivered', attempts: 1 },
      ]);
    },
  );

  it('that was never stopped cannot be resumed', async () => {
    expect(await resume('an-unknown-webhook')).toBe(false);
  });

  it('that answers a probe with 410 gets one delivery first when it is resumed', async () => {
    const destination = webhook();
    for (const letter of ['a', 'b', 'c']) {
      await put(destination, `lead_probe-${count}${letter}`);
      statusOf = () => 503;
      await deliver(destination);
      advance(5 * minuteMs);
    }
    statusOf = () => 410;
    expect(await deliver(destination)).toBe(1);
    statusOf = () => 503;
    expect(await resume(destination.name)).toBe(true);
    expect(await deliver(destination)).toBe(1);
  });

  it('that stops two workers at once causes one alert, and stays stopped if it has no settings', async () => {
    const error = jest.spyOn(app.context.log, 'error');
    let waiting = 0;
    let release = () => {};
    const allSent = new Promise<void>((resolve) => (release = resolve));
    const destination: AnyDestination = {
      name: `webhook-${++count}`,
      kind: 'lead',
      send: async () => {
        if (++waiting === 11) release();
        await allSent;
        return { status: 'stopped', reason: 'the account is closed' };
      },
    };
    const { name, kind } = destination;
    // One worker leases ten of them.
    const ids = Array.from({ length: 11 }, (_, at) => `lead_stop-${count}-${at}`);
    const deliveries = ids.map((id) => ({ id, destination: name, kind, payload: '' }));
    await enqueueAll(app.context.database.db, deliveries, clock());
    const deliverAgain = () => deliverDue(app.context, http, destination);
    const [one, other] = await Promise.all([deliverAgain(), deliverAgain()]);
    expect(one + other).toBe(11);
    expect(Math.min(one, other)).toBeGreaterThan(0);
    expect(error.mock.calls).toEqual([
      [
        { destination: name, reason: 'the account is closed' },
        'destination stopped until it is resumed or its settings change',
      ],
    ]);
    advance(dayMs);
    expect(await deliverAgain()).toBe(0);
    error.mockRestore();
  });
});
