import fs from 'node:fs';
import { randomUUID } from 'node:crypto';

import { enqueue } from '../deliveries/outbox-repository.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
} from '../platform/service.testkit.ts';
import { promote, updateCanary } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from '../releases/release.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { createAlertCheck } from './alerts.ts';
import { startAlertTest } from './alerts.testkit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
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
  const testClock = createTestClock();
  const { clock, advance } = testClock;
  let alerts: Awaited<ReturnType<typeof startAlertTest>>;

  beforeAll(async () => {
    alerts = await startAlertTest(await open(), testClock);
  });
  afterAll(() => alerts.close());
  beforeEach(() => setFreeBlocks(10 ** 6));

  const storeLeads = (count: number, at: number) => addVisits(alerts.app, 'set-1', count, { at, leads: 1 });

  it('needs an operator to be read', async () => {
    expect((await alerts.app.request('/api/reports/alerts')).status).toBe(401);
  });

  it('about a destination is sent once when the destination fails, and once when it accepts again', async () => {
    expect(await alerts.received()).toEqual([]);
    await alerts.putLead('first');
    await alerts.failThreeTimes();
    const alert = { kind: 'destination-failing', subject: 'lead-webhook' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    expect(await alerts.received()).toEqual([]);
    expect(await alerts.listed()).toMatchObject([
      {
        ...alert,
        summary: 'lead-webhook does not accept deliveries. Waiting: 1 delivery.',
        runbook: 'docs/runbooks/alerts.md#destination-failing',
        endedAt: null,
      },
    ]);
    alerts.leadResponse.status = 200;
    advance(5 * minuteMs);
    await alerts.deliver('lead-webhook');
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
    expect(await alerts.received()).toEqual([]);
    expect((await alerts.listed())[0]?.endedAt).toBeGreaterThan(0);
  });

  it('about a destination ends when nothing waits for it any more, as after an erasure', async () => {
    const { db } = alerts.app.context.database;
    await alerts.putLead('erased');
    await alerts.failThreeTimes();
    const alert = { kind: 'destination-failing', subject: 'lead-webhook' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    const dead = { kind: 'dead-letters', subject: 'lead-webhook' };
    await db.updateTable('outbox').set({ state: 'dead' }).where('id', '=', 'erased').execute();
    const changes = await alerts.received();
    expect(changes.toSorted((one, other) => one.type.localeCompare(other.type))).toMatchObject([
      { type: 'alert.began', ...dead },
      { type: 'alert.ended', ...alert },
    ]);
    await db.deleteFrom('outbox').where('id', '=', 'erased').execute();
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...dead }]);
    const summary = await alerts.app.request('/api/deliveries/summary', { headers });
    expect(JSON.stringify(await summary.json())).not.toContain('lead-webhook');

    await alerts.putLead('later');
    alerts.leadResponse.status = 200;
    advance(5 * minuteMs);
    await alerts.deliver('lead-webhook');
    expect(await alerts.received()).toEqual([]);
  });

  it('begins again if the same fault returns', async () => {
    alerts.leadResponse.status = 410;
    await alerts.putLead('unwanted');
    await alerts.deliver('lead-webhook');
    const alert = { kind: 'destination-failing', subject: 'lead-webhook' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    alerts.leadResponse.status = 200;
    const resumed = await alerts.app.post('/api/deliveries/resume', { destination: 'lead-webhook' }, headers);
    expect(resumed.status).toBe(200);
    await alerts.deliver('lead-webhook');
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('about a destination lasts through a stop of the service until an attempt succeeds', async () => {
    await alerts.putLead('held-back');
    await alerts.failThreeTimes();
    const alert = { kind: 'destination-failing', subject: 'lead-webhook' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    advance(40 * minuteMs);
    expect(await createAlertCheck(alerts.app.context)()).toBe(0);
    await alerts.deliver('lead-webhook');
    expect(await alerts.received()).toEqual([]);
    alerts.leadResponse.status = 200;
    advance(5 * minuteMs);
    await alerts.deliver('lead-webhook');
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('lasts until deliveries that failed for good are redelivered', async () => {
    await alerts.putLead('given-up');
    const { db } = alerts.app.context.database;
    await db.updateTable('outbox').set({ state: 'dead' }).where('id', '=', 'given-up').execute();
    const alert = { kind: 'dead-letters', subject: 'lead-webhook' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    await alerts.app.post('/api/deliveries/redeliver', { ids: ['given-up'] }, headers);
    await alerts.deliver('lead-webhook');
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('lasts until a conversion that failed for good is too old for its ad platform', async () => {
    const { db } = alerts.app.context.database;
    await enqueue(
      db,
      { id: 'view', destination: 'ga4', kind: 'conversion', payload: '{}', visit_id: randomUUID() },
      clock(),
    );
    await db.updateTable('outbox').set({ state: 'dead' }).where('id', '=', 'view').execute();
    const alert = { kind: 'dead-letters', subject: 'ga4' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    advance(46 * 60 * minuteMs);
    expect(await alerts.received()).toEqual([]);
    advance(60 * minuteMs);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('says that leads are missing for an hour that usually has seven, until one arrives', async () => {
    const now = clock();
    for (let day = 1; day <= 7; day++) await storeLeads(day === 7 ? 6 : 7, now - day * dayMs - 30 * minuteMs);
    // 48 leads in seven days are fewer than seven on average.
    expect(await alerts.received()).toEqual([]);
    await storeLeads(1, now - 7 * dayMs - 30 * minuteMs);
    const alert = { kind: 'no-leads', subject: '' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    // At this time of the day few leads are usual, and what bots send is no sign that visitors can.
    advance(12 * hourMs);
    await addVisits(alerts.app, null, 1, { at: clock(), leads: 1 });
    advance(1);
    expect(await alerts.received()).toEqual([]);
    await storeLeads(1, clock());
    advance(1);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('says that a canary waits for a decision, and that one may fail', async () => {
    await promote(clientOf(alerts.app), await publishProduct(alerts.app));
    await publishTest(alerts.app, testQuiz('1.1.0'));
    const started = await promote(clientOf(alerts.app), ['mfe-quiz@1.1.0'], { canary: 10 });
    const canary = started.canary?.set.id ?? '';
    const stable = started.set?.id ?? '';
    advance(dayMs - 10);
    expect(await alerts.received()).toEqual([]);
    advance(minuteMs);
    const waiting = { kind: 'canary-waiting', subject: canary };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...waiting }]);
    await updateCanary(clientOf(alerts.app), { action: 'widen', percent: 50 });
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...waiting }]);

    await addVisits(alerts.app, stable, 400);
    await addVisits(alerts.app, canary, 300);
    // All from one network, so that nothing is rolled back automatically.
    await addVisits(alerts.app, canary, 100, { failing: 100, network: '198.51.0.0/16' });
    const failing = { kind: 'canary-failing', subject: canary };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...failing }]);
    await updateCanary(clientOf(alerts.app), { action: 'stop' });
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...failing }]);
  });

  it('says nothing of a canary whose stages go on automatically', async () => {
    const stages = [
      { percent: 10, minutes: 3 * 24 * 60 },
      { percent: 50, minutes: 60 },
    ];
    await promote(clientOf(alerts.app), ['mfe-quiz@1.1.0'], { stages });
    advance(2 * dayMs);
    expect(await alerts.received()).toEqual([]);
    await updateCanary(clientOf(alerts.app), { action: 'stop' });
  });

  it('says a week before that a token ends', async () => {
    const body = { name: 'pipeline', preset: 'releaser', days: 8 };
    const created = await alerts.app.post('/api/operator/tokens', body, headers);
    expect(created.status).toBe(201);
    expect(await alerts.received()).toEqual([]);
    advance(dayMs);
    const alert = { kind: 'token-ending', subject: 'pipeline' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    advance(7 * dayMs);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('says that the disk of SQLite is almost full until there is space again', async () => {
    const alert = { kind: 'disk-almost-full', subject: '' };
    setFreeBlocks(262_143);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    expect((await alerts.listed())[0]?.summary).toBe(
      'The disk of the database has 1023 MiB left. Without space no lead is stored.',
    );
    setFreeBlocks(262_144);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('says nothing of a disk that PostgreSQL does not use', async () => {
    setFreeBlocks(0);
    const environment = { DATABASE_URL: 'postgres://localhost/funnel' };
    const other = await startTestApp({ database: alerts.app.context.database, clock, environment });
    expect(await createAlertCheck(other.context)()).toBe(0);
    await other.close();
  });

  it('about the receiver of alerts is shown to operators only', async () => {
    const { db } = alerts.app.context.database;
    const stop = {
      destination: 'alert-webhook',
      reason: 'status 410',
      stopped_at: clock(),
      settings_id: 'x',
    };
    await db.insertInto('stopped_destinations').values(stop).execute();
    await alerts.check();
    expect((await alerts.listed())[0]).toMatchObject({
      kind: 'destination-failing',
      subject: 'alert-webhook',
    });
    await db.deleteFrom('stopped_destinations').execute();
    expect(await alerts.received()).toEqual([]);
  });

  it('about a token is sent, even if the token has the name of the receiver', async () => {
    const body = { name: 'alert-webhook', preset: 'viewer', days: 7 };
    expect((await alerts.app.post('/api/operator/tokens', body, headers)).status).toBe(201);
    const alert = { kind: 'token-ending', subject: 'alert-webhook' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    advance(7 * dayMs);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('is sent also while another one of its kind lasts', async () => {
    const create = (name: string) =>
      alerts.app.post('/api/operator/tokens', { name, preset: 'viewer', days: 7 }, headers);
    const alertOf = (subject: string) => ({ kind: 'token-ending', subject });
    expect((await create('first')).status).toBe(201);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alertOf('first') }]);
    advance(dayMs);
    expect((await create('second')).status).toBe(201);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alertOf('second') }]);
    advance(6 * dayMs);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alertOf('first') }]);
    advance(dayMs);
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alertOf('second') }]);
  });

  it('is listed while it lasts, and then among the latest that have ended, a hundred in all', async () => {
    const { db } = alerts.app.context.database;
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
    const ids = (await alerts.listed()).map(({ id }) => id);
    expect(ids).toHaveLength(100);
    expect(ids.slice(0, 4)).toEqual(['lasting', 'lasting-longer', 'ended-101', 'ended-100']);
    expect(ids.at(-1)).toBe('ended-4');
    await db.deleteFrom('alerts').execute();
  });
});
