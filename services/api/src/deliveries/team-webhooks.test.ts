import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';
import { createHttpClient, type HttpClient } from '@funnel/service-kit/http/http-client';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';

import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import {
  createToken,
  prepareSet,
  promote,
  readTeamWebhook,
  removeTeamWebhook,
  rollback,
  sendCertification,
  setTeamWebhook,
  status as releaseStatus,
  updateCanary,
} from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testPricing, testQuiz } from '../releases/release.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { release } from '../releases/run-release.testkit.ts';
import { deliverDue, startDeliveries } from './deliver-due.ts';
import { summarizeOutbox } from './outbox-summary.ts';
import { teamDestinations } from './team-webhooks.ts';

const hourMs = 3_600_000;
const headers = { authorization: `Bearer ${testOperatorToken}` };

/** Attempts what is due to every team. Returns the number of deliveries. */
async function deliverToTeams(context: TestApp['context'], http: HttpClient): Promise<number> {
  const destinations = await teamDestinations(context);
  const done = await Promise.all(destinations.map((destination) => deliverDue(context, http, destination)));
  return done.reduce((sum, deliveries) => sum + deliveries, 0);
}

describeOnEachEngine('the webhook of a team', (open) => {
  const { clock, advance } = createTestClock();
  const http = createHttpClient({ allowPrivateDestinations: true });
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let status = 204;
  let onCall = () => {};
  let app: TestApp;
  let replica: TestApp;
  let secret = '';

  /** Two replicas send what is due. Returns what the receiver got, and clears it. */
  async function received(): Promise<{ type: string; data: unknown; id: string; timestamp: string }[]> {
    advance(1);
    await Promise.all([deliverToTeams(app.context, http), deliverToTeams(replica.context, http)]);
    return receiver.calls.splice(0).map(({ body, headers: sent }) => {
      const id = String(sent['webhook-id']);
      const sentAt = new Date(Number(sent['webhook-timestamp']) * 1000);
      expect(sent['webhook-signature']).toBe(new Webhook(secret).sign(id, sentAt, body));
      const { type, data, timestamp } = Object(JSON.parse(body));
      return { type, data, id, timestamp };
    });
  }
  const news = async () => (await received()).map(({ type, data }) => ({ type, ...Object(data) }));
  const tokenOf = async (preset: string) => {
    const { token } = await createToken(clientOf(app), { name: 'team', preset, days: 9 });
    return { url: app.operatorsOrigin, token };
  };

  beforeAll(async () => {
    receiver = await startReceiver(() => {
      onCall();
      return { status };
    });
    app = await startTestApp({ database: await open(), clock });
    replica = await startTestApp({ database: app.context.database, clock });
    await promote(clientOf(app), await publishProduct(app));
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) await publishTest(app, testQuiz(version));
    for (const version of ['1.1.0', '1.2.0']) await publishTest(app, testPricing(version));
    const team = await tokenOf('publisher:mfe-quiz');
    secret = (await setTeamWebhook(team, 'mfe-quiz', receiver.origin)).secret;
  });
  afterAll(() => Promise.all([app.close(), replica.close(), receiver.close(), http.close()]));
  beforeEach(() => advance(hourMs));

  it('is notified once of a promotion of its app, and of no other', async () => {
    await promote(clientOf(app), ['mfe-pricing@1.1.0']);
    expect(await received()).toEqual([]);
    const timestamp = new Date(clock()).toISOString();
    const { set } = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { note: 'a new step' });
    expect(await received()).toEqual([
      {
        type: 'remote.promoted',
        id: expect.any(String),
        timestamp,
        data: {
          name: 'mfe-quiz',
          version: '1.1.0',
          live: '1.1.0',
          cause: 'promotion',
          setId: set?.id,
          actor: 'operator',
          note: 'a new step',
        },
      },
    ]);
    expect(await received()).toEqual([]);
  });

  it('is notified of a canary only when all new visitors get it, or when it is stopped', async () => {
    await promote(clientOf(app), ['mfe-quiz@1.2.0'], { canary: 10 });
    expect(await received()).toEqual([]);
    await updateCanary(clientOf(app), { action: 'stop', note: 'too early' });
    const about = { name: 'mfe-quiz', version: '1.2.0', note: 'too early' };
    expect(await news()).toMatchObject([
      { type: 'remote.rolled_back', ...about, live: '1.1.0', cause: 'canary-stopped' },
    ]);
    await promote(clientOf(app), ['mfe-quiz@1.2.0'], { canary: 10 });
    await updateCanary(clientOf(app), { action: 'finish' });
    expect(await news()).toMatchObject([{ type: 'remote.promoted', version: '1.2.0', live: '1.2.0' }]);
  });

  it('is notified of a rollback', async () => {
    await rollback(clientOf(app), undefined, 'fewer leads');
    expect(await news()).toMatchObject([
      { type: 'remote.rolled_back', version: '1.2.0', live: '1.1.0', cause: 'rollback', note: 'fewer leads' },
    ]);
  });

  it('is notified once of a failed smoke test, and again after it had passed', async () => {
    const set = await prepareSet(clientOf(app), ['mfe-quiz@1.3.0']);
    const certify = (outcome: 'passed' | 'failed') =>
      sendCertification(clientOf(app), set.id, { outcome, report: 'step 3 is blank' });
    await Promise.all([certify('failed'), certify('failed')]);
    await certify('failed');
    const failure = { type: 'remote.failed', version: '1.3.0', live: '1.1.0', cause: 'certification' };
    expect(await news()).toMatchObject([{ ...failure, setId: set.id, note: 'step 3 is blank' }]);
    for (let repetition = 0; repetition < 2; repetition++) {
      await certify('passed');
      expect(await received()).toEqual([]);
    }
    advance(1);
    await certify('failed');
    expect(await news()).toMatchObject([failure]);
  });

  it('is not notified of a canary, a smoke test and a rollback of other apps', async () => {
    const canary = await promote(clientOf(app), ['mfe-pricing@1.2.0'], { canary: 10 });
    await updateCanary(clientOf(app), { action: 'stop' });
    const failed = { outcome: 'failed', report: 'no plans' } as const;
    await sendCertification(clientOf(app), canary.canary?.set.id ?? '', failed);
    await promote(clientOf(app), ['mfe-pricing@1.2.0']);
    await rollback(clientOf(app));
    expect(await received()).toEqual([]);
  });

  it('is notified of a canary of its app that ends with the rollback of another app', async () => {
    await promote(clientOf(app), ['mfe-pricing@1.2.0']);
    await promote(clientOf(app), ['mfe-quiz@1.2.0'], { canary: 10 });
    await rollback(clientOf(app));
    expect(await news()).toMatchObject([
      { type: 'remote.rolled_back', name: 'mfe-quiz', version: '1.2.0', live: '1.1.0', cause: 'rollback' },
    ]);
  });

  it('is notified of the version that most visitors had if a rollback also ends a canary of its app', async () => {
    await promote(clientOf(app), ['mfe-quiz@1.2.0']);
    await promote(clientOf(app), ['mfe-quiz@1.3.0'], { canary: 10 });
    await received();
    await rollback(clientOf(app));
    expect(await news()).toMatchObject([
      { type: 'remote.rolled_back', name: 'mfe-quiz', version: '1.2.0', live: '1.1.0', cause: 'rollback' },
    ]);
  });

  it('is notified of what was stored, and nothing is stored without its notice', async () => {
    const { db } = app.context.database;
    const set = await prepareSet(clientOf(app), ['mfe-quiz@1.4.0']);
    await sql`alter table outbox rename to outbox_away`.execute(db);
    const failed = { outcome: 'failed', report: 'step 3 is blank' } as const;
    const outcomes = await Promise.allSettled([
      sendCertification(clientOf(app), set.id, failed),
      promote(clientOf(app), ['mfe-quiz@1.4.0']),
    ]);
    await sql`alter table outbox_away rename to outbox`.execute(db);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect((await prepareSet(clientOf(app), ['mfe-quiz@1.4.0'])).certification).toBeNull();
    expect((await releaseStatus(clientOf(app))).set?.members['mfe-quiz']).toBe('1.1.0');
    expect(await received()).toEqual([]);
  });

  it('is notified that the service has ended a canary that fails', async () => {
    const started = await promote(clientOf(app), ['mfe-quiz@1.2.0'], { canary: 50 });
    advance(1);
    await addVisits(app, started.set?.id ?? '', 400);
    const failures = [{ remote: 'mfe-quiz', version: '1.2.0' }];
    await addVisits(app, started.canary?.set.id ?? '', 400, { failures });
    const check = [createCanaryAnalysis(app.context), createCanaryAnalysis(replica.context)];
    expect((await Promise.all(check.map((analyze) => analyze()))).toSorted()).toEqual([false, true]);
    expect(await news()).toMatchObject([
      {
        type: 'remote.failed',
        version: '1.2.0',
        live: '1.1.0',
        cause: 'auto-rollback',
        actor: 'self-healing',
        note: expect.stringMatching(/^The canary failed for 400 of 400 visitors/),
      },
    ]);
  });

  it('is sent by the worker of a service that started before the registration', async () => {
    const arrived = new Promise<void>((resolve) => (onCall = resolve));
    const worker = startDeliveries(app.context, []);
    await promote(clientOf(app), ['mfe-quiz@1.2.0']);
    worker.wake();
    await arrived;
    await worker.stop();
    expect(receiver.calls.splice(0).map(({ body }) => Object(JSON.parse(body)).type)).toEqual([
      'remote.promoted',
    ]);
    await rollback(clientOf(app));
    expect(await news()).toMatchObject([{ type: 'remote.rolled_back' }]);
  });

  it('gets the same delivery again until it is accepted, also after an operator redelivers it', async () => {
    status = 500;
    await promote(clientOf(app), ['mfe-quiz@1.4.0']);
    const [first] = await received();
    status = 204;
    advance(hourMs);
    expect(await received()).toEqual([first]);
    expect(await received()).toEqual([]);

    status = 500;
    await rollback(clientOf(app));
    for (let hour = 0; hour < 80; hour++) {
      await received();
      advance(hourMs);
    }
    const dead = await app.request('/api/deliveries?state=dead', { headers });
    const { deliveries } = Object(await dead.json());
    expect(deliveries).toMatchObject([{ destination: 'team-webhook:mfe-quiz', kind: 'release' }]);
    status = 204;
    await app.post('/api/deliveries/redeliver', { ids: [deliveries[0].id] }, headers);
    advance(hourMs);
    expect(await news()).toMatchObject([{ type: 'remote.rolled_back', version: '1.4.0', live: '1.1.0' }]);
  });

  it('is managed by its team and by an administrator, and by nobody else', async () => {
    const other = await tokenOf('publisher:mfe-pricing');
    const releaser = await tokenOf('releaser');
    for (const client of [other, releaser]) {
      const rejected = { code: 'forbidden' };
      await expect(setTeamWebhook(client, 'mfe-quiz', receiver.origin)).rejects.toMatchObject(rejected);
      await expect(readTeamWebhook(client, 'mfe-quiz')).rejects.toMatchObject(rejected);
      await expect(removeTeamWebhook(client, 'mfe-quiz')).rejects.toMatchObject(rejected);
      // Not even whether another team has one.
      await expect(readTeamWebhook(client, 'mfe-legal')).rejects.toMatchObject(rejected);
    }
    await expect(readTeamWebhook(other, 'mfe-quiz')).rejects.toMatchObject({
      message: 'Your token (publisher:mfe-pricing) does not manage mfe-quiz.',
    });
    expect(await readTeamWebhook(clientOf(app), 'mfe-quiz')).toMatchObject({
      name: 'mfe-quiz',
      url: receiver.origin,
      madeBy: 'team',
    });
  });

  it.each([
    ['ftp://example.com/', 'url'],
    ['https://user:secret@example.com/', 'The URL must not contain a user or a password.'],
    ['https://user@example.com/', 'The URL must not contain a user or a password.'],
    ['no address', 'url'],
  ])('is rejected at %s', async (url, reason) => {
    await expect(setTeamWebhook(clientOf(app), 'mfe-quiz', url)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining(reason),
    });
  });

  it('is rejected for what cannot be the name of an app', async () => {
    await expect(setTeamWebhook(clientOf(app), 'Quiz', receiver.origin)).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'The URL must name an app.',
    });
  });

  it('is rejected in production unless its URL begins with https', async () => {
    const environment = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://quiz.example.com',
      SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
      SMTP_URL: 'smtp://127.0.0.1:1',
      EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
    };
    const production = await startTestApp({ database: app.context.database, clock, environment });
    const register = (url: string) => setTeamWebhook(clientOf(production), 'mfe-pricing', url);
    await expect(register('http://example.com/')).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('The URL must start with https.'),
    });
    expect(await register('https://example.com/')).toMatchObject({ url: 'https://example.com/' });
    await removeTeamWebhook(clientOf(production), 'mfe-pricing');
    await production.close();
  });

  it('is not sent to an address of a private network in production', async () => {
    const publicOnly = createHttpClient({ allowPrivateDestinations: false });
    await promote(clientOf(app), ['mfe-quiz@1.3.0'], { force: true, note: 'the step is fine' });
    advance(1);
    expect(await deliverToTeams(app.context, publicOnly)).toBe(1);
    await publicOnly.close();
    expect(receiver.calls).toEqual([]);
    const waiting = await app.request('/api/deliveries?state=failed', { headers });
    expect(Object(await waiting.json()).deliveries).toMatchObject([
      { destination: 'team-webhook:mfe-quiz', lastError: expect.stringContaining('PRIVATE_ADDRESS') },
    ]);
    advance(hourMs);
    expect(await news()).toMatchObject([{ type: 'remote.promoted', version: '1.3.0' }]);
  });

  it('warns of an app without a published version, and prints its secret as usual', async () => {
    const { status, stdout, stderr } = await release(app.operatorsOrigin, [
      'webhook',
      'set',
      'mfe-quizz',
      receiver.origin,
    ]);
    expect([status, stdout.trim()]).toEqual([0, expect.stringMatching(/^whsec_\S{40,}$/)]);
    expect(stderr).toBe(
      'Warning: No version of "mfe-quizz" has been published. Published apps: mfe-checkout, mfe-pricing, mfe-quiz, shell.\n',
    );
    const known = await release(app.operatorsOrigin, ['webhook', 'set', 'mfe-pricing', receiver.origin]);
    expect([known.status, known.stderr]).toEqual([0, '']);
  });

  it('is stopped when its receiver is gone, and gets what waits once it is registered again', async () => {
    status = 410;
    await promote(clientOf(app), ['mfe-quiz@1.4.0']);
    expect(await received()).toHaveLength(1);
    status = 204;
    await rollback(clientOf(app));
    advance(hourMs);
    expect(await received()).toEqual([]);
    const team = await tokenOf('publisher:mfe-quiz');
    secret = (await setTeamWebhook(team, 'mfe-quiz', receiver.origin)).secret;
    advance(hourMs);
    expect((await received()).map(({ type }) => type).toSorted()).toEqual([
      'remote.promoted',
      'remote.rolled_back',
    ]);
  });

  it('has a new secret after each registration, and receives nothing after its removal', async () => {
    const command = (...argv: string[]) => release(app.operatorsOrigin, ['webhook', ...argv]);
    const set = await command('set', 'mfe-quiz', receiver.origin);
    expect(set.stdout.trim()).toMatch(/^whsec_\S{40,}$/);
    expect(set.stdout.trim()).not.toBe(secret);
    secret = set.stdout.trim();
    expect((await command('show', 'mfe-quiz')).stdout).toContain(
      `${receiver.origin}  registered by operator`,
    );
    await rollback(clientOf(app));
    await promote(clientOf(app), ['mfe-pricing@1.2.0']);
    const { db } = app.context.database;
    const deliveries = (state: 'waiting' | 'delivered') =>
      db.selectFrom('outbox').select(['id', 'destination']).where('state', '=', state).execute();
    const delivered = await deliveries('delivered');
    expect(delivered).not.toEqual([]);
    expect((await command('remove', 'mfe-quiz')).stdout).toBe('removed the webhook of mfe-quiz\n');
    expect(await deliveries('waiting')).toMatchObject([{ destination: 'team-webhook:mfe-pricing' }]);
    expect(await deliveries('delivered')).toEqual(delivered);
    await removeTeamWebhook(clientOf(app), 'mfe-pricing');
    expect(await deliveries('waiting')).toEqual([]);
    expect(await received()).toEqual([]);
    expect((await command('show', 'mfe-quiz')).stderr).toContain('"mfe-quiz" has no webhook.');
  });

  it('leaves nothing after its removal that could keep an alert or hold up the next webhook', async () => {
    secret = (await setTeamWebhook(clientOf(app), 'mfe-quiz', receiver.origin)).secret;
    await promote(clientOf(app), ['mfe-quiz@1.2.0']);
    status = 503;
    for (let attempt = 0; attempt < 4; attempt++) {
      await received();
      advance(hourMs);
    }
    await received();
    status = 204;
    const { db } = app.context.database;
    const destination = 'team-webhook:mfe-quiz';
    await db.updateTable('outbox').set({ state: 'dead' }).where('destination', '=', destination).execute();
    const failing = async () =>
      (await summarizeOutbox(db, clock())).filter((summary) => summary.destination === destination);
    expect(await failing()).toMatchObject([
      { dead: expect.any(Number), breakerOpenUntil: expect.any(Number) },
    ]);
    await removeTeamWebhook(clientOf(app), 'mfe-quiz');
    expect(await failing()).toEqual([]);

    secret = (await setTeamWebhook(clientOf(app), 'mfe-quiz', receiver.origin)).secret;
    await rollback(clientOf(app));
    expect(await received()).toHaveLength(1);
  });
});
