import { randomUUID } from 'node:crypto';
import fs from 'node:fs';

import { alertsSchema, type Alert } from '@funnel/contracts/alerts';
import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { Webhook } from 'standardwebhooks';

import { deliverDue } from '../deliveries/deliver-due.ts';
import type { AnyDestination } from '../deliveries/destination.ts';
import { enqueue } from '../deliveries/outbox-repository.ts';
import { createDestinations } from '../destinations.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { promote, updateCanary } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from '../releases/release.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { updateAlerts } from './alerts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const secret = `whsec_${Buffer.from('a-secret-of-the-alerts-receiver').toString('base64')}`;
const headers = { authorization: `Bearer ${testOperatorToken}` };

const statfs = jest.spyOn(fs.promises, 'statfs');

/** Gives the disk this many free blocks of 4 KiB, and more that only the operating system may use. */
const setFreeBlocks = (bavail: number) =>
  statfs.mockResolvedValue({
    type: 0,
    bsize: 4096,
    blocks: 10 ** 9,
    bfree: 10 ** 8,
    bavail,
    files: 0,
    ffree: 0,
  });

describeOnEachEngine('an alert', (open) => {
  const { clock, advance } = createTestClock();
  const http = createHttpClient({ allowPrivateDestinations: true });
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let leads: Awaited<ReturnType<typeof startReceiver>>;
  let leadStatus: number;
  let app: TestApp;
  let replica: TestApp;
  let destinations: Readonly<Record<string, AnyDestination>>;

  beforeEach(() => setFreeBlocks(10 ** 6));

  const deliver = async (name: string) => {
    const destination = destinations[name];
    if (!destination) throw new Error(`no destination ${name}`);
    await deliverDue(app.context, http, destination);
  };
  /** Fails as often as opens the circuit breaker of the lead webhook. */
  async function failThreeTimes(): Promise<void> {
    leadStatus = 503;
    for (let attempt = 0; attempt < 3; attempt++) {
      await deliver('lead-webhook');
      advance(30_000);
    }
  }
  /** Two replicas check at once, and then everything due is sent. Returns what the receiver got, and clears it. */
  async function received(): Promise<{ type: string; kind: Alert['kind']; subject: string }[]> {
    await Promise.all([updateAlerts(app.context), updateAlerts(replica.context)]);
    await updateAlerts(app.context);
    advance(1);
    await deliver('alert-webhook');
    return receiver.calls.splice(0).map(({ body, headers: sent }) => {
      const [id, seconds] = [String(sent['webhook-id']), Number(sent['webhook-timestamp'])];
      const signature = new Webhook(secret).sign(id, new Date(seconds * 1000), body);
      expect(sent['webhook-signature']).toBe(signature);
      const { type, data } = Object(JSON.parse(body));
      return { type, kind: data.kind, subject: data.subject };
    });
  }
  const listed = async () => {
    const response = await app.request('/api/reports/alerts', { headers });
    return alertsSchema.parse(await response.json()).alerts;
  };
  const putLead = (id: string) =>
    enqueue(
      app.context.database.db,
      { id, destination: 'lead-webhook', kind: 'lead', payload: '{}', visit_id: randomUUID() },
      clock(),
    );
  const storeLeads = (count: number, at: number) => addVisits(app, 'set-1', count, { at, leads: 1 });

  beforeAll(async () => {
    receiver = await startReceiver(() => ({ status: 204 }));
    leads = await startReceiver(() => ({ status: leadStatus }));
    const options = {
      database: await open(),
      clock,
      environment: {
        ALERT_WEBHOOK_URL: receiver.origin,
        ALERT_WEBHOOK_SECRET: secret,
        LEAD_WEBHOOK_URL: leads.origin,
      },
    };
    app = await startTestApp(options);
    replica = await startTestApp({ ...options, database: app.context.database });
    const created = createDestinations(app.context);
    destinations = Object.fromEntries(created.map((destination) => [destination.name, destination]));
  });
  afterAll(async () => {
    await Promise.all([app.close(), replica.close(), receiver.close(), leads.close(), http.close()]);
  });

  it('needs an operator to be read', async () => {
    expect((await app.request('/api/reports/alerts')).status).toBe(401);
  });

  it('about a destination is sent once when the destination fails, and once when it accepts again', async () => {
    expect(await received()).toEqual([]);
    await putLead('first');
    await failThreeTimes();
    const alert = { kind: 'destination-failing', subject: 'lead-webhook' };
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    expect(await received()).toEqual([]);
    expect(await listed()).toMatchObject([
      {
        ...alert,
        summary: 'lead-webhook does not accept deliveries. Waiting: 1 delivery.',
        runbook: 'docs/runbooks/alerts.md#destination-failing',
        endedAt: null,
      },
    ]);
    leadStatus = 200;
    advance(5 * minuteMs);
    await deliver('lead-webhook');
    expect(await received()).toEqual([{ type: 'alert.ended', ...alert }]);
    expect(await received()).toEqual([]);
    expect((await listed())[0]?.endedAt).toBeGreaterThan(0);
  });

  it('about a destination ends when nothing waits for it any more, as after an erasure or without its settings', async () => {
    const { db } = app.context.database;
    await putLead('erased');
    await failThreeTimes();
    const alert = { kind: 'destination-failing', subject: 'lead-webhook' };
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    const dead = { kind: 'dead-letters', subject: 'lead-webhook' };
    await db.updateTable('outbox').set({ state: 'dead' }).where('id', '=', 'erased').execute();
    const changes = await received();
    expect(changes).toHaveLength(2);
    expect(changes).toEqual(
      expect.arrayContaining([
        { type: 'alert.ended', ...alert },
        { type: 'alert.began', ...dead },
      ]),
    );
    await db.deleteFrom('outbox').where('id', '=', 'erased').execute();
    expect(await received()).toEqual([{ type: 'alert.ended', ...dead }]);
    const summary = await app.request('/api/deliveries/summary', { headers });
    expect(JSON.stringify(await summary.json())).not.toContain('lead-webhook');

    await putLead('later');
    leadStatus = 200;
    advance(5 * minuteMs);
    await deliver('lead-webhook');
    expect(await received()).toEqual([]);
  });

  it('begins again if the same fault returns', async () => {
    leadStatus = 410;
    await putLead('unwanted');
    await deliver('lead-webhook');
    const alert = { kind: 'destination-failing', subject: 'lead-webhook' };
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    leadStatus = 200;
    const resumed = await app.post('/api/deliveries/resume', { destination: 'lead-webhook' }, headers);
    expect(resumed.status).toBe(200);
    await deliver('lead-webhook');
    expect(await received()).toEqual([{ type: 'alert.ended', ...alert }]);
  });

  it('says that deliveries are overdue if no worker takes them', async () => {
    await putLead('not-taken');
    advance(10 * minuteMs - 10);
    expect(await received()).toEqual([]);
    advance(minuteMs);
    const alert = { kind: 'deliveries-overdue', subject: 'lead-webhook' };
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    await deliver('lead-webhook');
    expect(await received()).toEqual([{ type: 'alert.ended', ...alert }]);
  });

  it('says nothing of a delivery that was caused long ago and is due later', async () => {
    await putLead('patient');
    const { db } = app.context.database;
    await db
      .updateTable('outbox')
      .set({ due_at: clock() + 60 * minuteMs })
      .where('id', '=', 'patient')
      .execute();
    advance(30 * minuteMs);
    expect(await received()).toEqual([]);
    advance(30 * minuteMs);
    await deliver('lead-webhook');
    expect(await received()).toEqual([]);
  });

  it('lasts until deliveries that failed for good are redelivered', async () => {
    await putLead('given-up');
    const { db } = app.context.database;
    await db.updateTable('outbox').set({ state: 'dead' }).where('id', '=', 'given-up').execute();
    const alert = { kind: 'dead-letters', subject: 'lead-webhook' };
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    await app.post('/api/deliveries/redeliver', { ids: ['given-up'] }, headers);
    await deliver('lead-webhook');
    expect(await received()).toEqual([{ type: 'alert.ended', ...alert }]);
  });

  it('lasts until a conversion that failed for good is too old for its ad platform', async () => {
    const { db } = app.context.database;
    await enqueue(
      db,
      { id: 'view', destination: 'ga4', kind: 'conversion', payload: '{}', visit_id: randomUUID() },
      clock(),
    );
    await db.updateTable('outbox').set({ state: 'dead' }).where('id', '=', 'view').execute();
    const alert = { kind: 'dead-letters', subject: 'ga4' };
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    advance(46 * 60 * minuteMs);
    expect(await received()).toEqual([]);
    advance(60 * minuteMs);
    expect(await received()).toEqual([{ type: 'alert.ended', ...alert }]);
  });

  it('says that leads are missing for an hour that usually has seven, until one arrives', async () => {
    const now = clock();
    for (let day = 1; day <= 7; day++) await storeLeads(day === 7 ? 6 : 7, now - day * dayMs - 30 * minuteMs);
    // 48 leads in seven days are fewer than seven on average.
    expect(await received()).toEqual([]);
    await storeLeads(1, now - 7 * dayMs - 30 * minuteMs);
    const alert = { kind: 'no-leads', subject: '' };
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    // At this time of the day few leads are usual, and what bots send is no sign that visitors can.
    advance(12 * hourMs);
    await addVisits(app, null, 1, { at: clock(), leads: 1 });
    advance(1);
    expect(await received()).toEqual([]);
    await storeLeads(1, clock());
    advance(1);
    expect(await received()).toEqual([{ type: 'alert.ended', ...alert }]);
  });

  it('says that a canary waits for a decision, and that one may fail', async () => {
    await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
    const started = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { canary: 10 });
    const canary = started.canary?.set.id ?? '';
    const stable = started.set?.id ?? '';
    advance(dayMs - 10);
    expect(await received()).toEqual([]);
    advance(minuteMs);
    const waiting = { kind: 'canary-waiting', subject: canary };
    expect(await received()).toEqual([{ type: 'alert.began', ...waiting }]);
    await updateCanary(clientOf(app), { action: 'widen', percent: 50 });
    expect(await received()).toEqual([{ type: 'alert.ended', ...waiting }]);

    await addVisits(app, stable, 400);
    await addVisits(app, canary, 300);
    // All from one network, so that nothing is rolled back automatically.
    await addVisits(app, canary, 100, { failing: 100, network: '198.51.0.0/16' });
    const failing = { kind: 'canary-failing', subject: canary };
    expect(await received()).toEqual([{ type: 'alert.began', ...failing }]);
    await updateCanary(clientOf(app), { action: 'stop' });
    expect(await received()).toEqual([{ type: 'alert.ended', ...failing }]);
  });

  it('says nothing of a canary whose stages go on automatically', async () => {
    const stages = [
      { percent: 10, minutes: 3 * 24 * 60 },
      { percent: 50, minutes: 60 },
    ];
    await promote(clientOf(app), ['mfe-quiz@1.1.0'], { stages });
    advance(2 * dayMs);
    expect(await received()).toEqual([]);
    await updateCanary(clientOf(app), { action: 'stop' });
  });

  it('says a week before that a token ends', async () => {
    const body = { name: 'pipeline', preset: 'releaser', days: 8 };
    const created = await app.post('/api/operator/tokens', body, headers);
    expect(created.status).toBe(201);
    expect(await received()).toEqual([]);
    advance(dayMs);
    const alert = { kind: 'token-ending', subject: 'pipeline' };
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    advance(7 * dayMs);
    expect(await received()).toEqual([{ type: 'alert.ended', ...alert }]);
  });

  it('says that the disk of SQLite is almost full until there is space again', async () => {
    const alert = { kind: 'disk-almost-full', subject: '' };
    setFreeBlocks(262_143);
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    expect((await listed())[0]?.summary).toBe(
      'The disk of the database has 1023 MiB left. Without space no lead is stored.',
    );
    setFreeBlocks(262_144);
    expect(await received()).toEqual([{ type: 'alert.ended', ...alert }]);
  });

  it('says nothing of a disk that PostgreSQL does not use', async () => {
    setFreeBlocks(0);
    const environment = { DATABASE_URL: 'postgres://localhost/funnel' };
    const other = await startTestApp({ database: app.context.database, clock, environment });
    expect(await updateAlerts(other.context)).toBe(0);
    await other.close();
  });

  it('about the receiver of alerts is shown to operators only', async () => {
    const { db } = app.context.database;
    const stop = {
      destination: 'alert-webhook',
      reason: 'status 410',
      stopped_at: clock(),
      settings_id: 'x',
    };
    await db.insertInto('stopped_destinations').values(stop).execute();
    await updateAlerts(app.context);
    expect((await listed())[0]).toMatchObject({ kind: 'destination-failing', subject: 'alert-webhook' });
    await db.deleteFrom('stopped_destinations').execute();
    expect(await received()).toEqual([]);
  });

  it('about a token is sent, also if the token has the name of the receiver', async () => {
    const body = { name: 'alert-webhook', preset: 'viewer', days: 7 };
    expect((await app.post('/api/operator/tokens', body, headers)).status).toBe(201);
    const alert = { kind: 'token-ending', subject: 'alert-webhook' };
    expect(await received()).toEqual([{ type: 'alert.began', ...alert }]);
    advance(7 * dayMs);
    expect(await received()).toEqual([{ type: 'alert.ended', ...alert }]);
  });

  it('is sent also while another one of its kind lasts', async () => {
    const create = (name: string) =>
      app.post('/api/operator/tokens', { name, preset: 'viewer', days: 7 }, headers);
    const alertOf = (subject: string) => ({ kind: 'token-ending', subject });
    expect((await create('first')).status).toBe(201);
    expect(await received()).toEqual([{ type: 'alert.began', ...alertOf('first') }]);
    advance(dayMs);
    expect((await create('second')).status).toBe(201);
    expect(await received()).toEqual([{ type: 'alert.began', ...alertOf('second') }]);
    advance(6 * dayMs);
    expect(await received()).toEqual([{ type: 'alert.ended', ...alertOf('first') }]);
    advance(dayMs);
    expect(await received()).toEqual([{ type: 'alert.ended', ...alertOf('second') }]);
  });

  it('is listed while it lasts, and then among the latest that have ended, a hundred in all', async () => {
    const { db } = app.context.database;
    await db.deleteFrom('alerts').execute();
    const alert = { kind: 'dead-letters', summary: '' } as const;
    const put = (id: string, began_at: number, ended_at: number | null) =>
      db
        .insertInto('alerts')
        .values({ ...alert, id, subject: id, began_at, ended_at })
        .execute();
    for (let minute = 1; minute <= 101; minute++) await put(`ended-${minute}`, 0, minute * minuteMs);
    await put('lasting-longer', minuteMs, null);
    await put('lasting', 2 * minuteMs, null);
    const ids = (await listed()).map(({ id }) => id);
    expect(ids).toHaveLength(100);
    expect(ids.slice(0, 4)).toEqual(['lasting', 'lasting-longer', 'ended-101', 'ended-100']);
    expect(ids.at(-1)).toBe('ended-4');
    await db.deleteFrom('alerts').execute();
  });

  it('is stored for operators if no receiver is configured', async () => {
    const other = await startTestApp({ database: app.context.database, clock });
    await putLead('late');
    advance(11 * minuteMs);
    await updateAlerts(other.context);
    expect((await listed())[0]).toMatchObject({ kind: 'deliveries-overdue', endedAt: null });
    await other.close();
    await deliver('alert-webhook');
    expect(receiver.calls).toEqual([]);
  });
});
