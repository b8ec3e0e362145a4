import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';
import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { sql } from 'kysely';

import { describeOnEachEngine, startReceiver, testOperatorToken } from '../platform/service.testkit.ts';
import {
  prepareSet,
  promote,
  removeTeamWebhook,
  rollback,
  sendCertification,
  setTeamWebhook,
  status,
  updateCanary,
} from '../releases/release-calls.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { startDeliveries } from './deliver-due.ts';
import { deliverToTeams, registeredWebhook } from './team-webhooks.testkit.ts';

const hourMs = 3_600_000;
const headers = { authorization: `Bearer ${testOperatorToken}` };

describeOnEachEngine('the webhook of a team', (open) => {
  const { clock, advance, app, replica, client, receiver, respondWith, nextCall, received, news } =
    registeredWebhook(open);

  it('is notified once of a promotion of its app, and of no other', async () => {
    await promote(client(), ['mfe-pricing@1.1.0']);
    expect(await received()).toEqual([]);
    const timestamp = new Date(clock()).toISOString();
    const { set } = await promote(client(), ['mfe-quiz@1.1.0'], { note: 'a new step' });
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

  it('is notified, as another team is, of a deployment that changes the apps of both', async () => {
    const other = await startReceiver(() => ({ status: 204 }));
    await setTeamWebhook(client(), 'mfe-pricing', other.origin);
    const both = ['mfe-quiz@1.3.0', 'mfe-pricing@1.2.0'];
    for (const [change, type] of [
      [() => promote(client(), both), 'remote.promoted'],
      [() => rollback(client()), 'remote.rolled_back'],
    ] as const) {
      await change();
      expect(await news()).toMatchObject([{ type, name: 'mfe-quiz', version: '1.3.0' }]);
      const bodies = other.calls.splice(0).map(({ body }): unknown => JSON.parse(body));
      expect(bodies).toMatchObject([{ type, data: { name: 'mfe-pricing', version: '1.2.0' } }]);
    }
    await removeTeamWebhook(client(), 'mfe-pricing');
    await other.close();
  });

  it('is notified of a canary only when all new visitors get it, or when it is stopped', async () => {
    await promote(client(), ['mfe-quiz@1.2.0'], { canary: 10 });
    expect(await received()).toEqual([]);
    await updateCanary(client(), { action: 'stop', note: 'too early' });
    const about = { name: 'mfe-quiz', version: '1.2.0', note: 'too early' };
    expect(await news()).toMatchObject([
      { type: 'remote.rolled_back', ...about, live: '1.1.0', cause: 'canary-stopped' },
    ]);
    await promote(client(), ['mfe-quiz@1.2.0'], { canary: 10 });
    await updateCanary(client(), { action: 'finish' });
    expect(await news()).toMatchObject([{ type: 'remote.promoted', version: '1.2.0', live: '1.2.0' }]);
  });

  it('is notified of a rollback', async () => {
    await rollback(client(), undefined, 'fewer leads');
    expect(await news()).toMatchObject([
      { type: 'remote.rolled_back', version: '1.2.0', live: '1.1.0', cause: 'rollback', note: 'fewer leads' },
    ]);
  });

  it('is notified once of a failed smoke test, and again after it had passed', async () => {
    const set = await prepareSet(client(), ['mfe-quiz@1.3.0']);
    const certify = (outcome: 'passed' | 'failed') =>
      sendCertification(client(), set.id, { outcome, report: 'step 3 is blank' });
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
    const canary = await promote(client(), ['mfe-pricing@1.2.0'], { canary: 10 });
    await updateCanary(client(), { action: 'stop' });
    const failed = { outcome: 'failed', report: 'no plans' } as const;
    await sendCertification(client(), canary.canary?.set.id ?? '', failed);
    await promote(client(), ['mfe-pricing@1.2.0']);
    await rollback(client());
    expect(await received()).toEqual([]);
  });

  it('is notified of a canary of its app that ends with the rollback of another app', async () => {
    await promote(client(), ['mfe-pricing@1.2.0']);
    await promote(client(), ['mfe-quiz@1.2.0'], { canary: 10 });
    await rollback(client());
    expect(await news()).toMatchObject([
      { type: 'remote.rolled_back', name: 'mfe-quiz', version: '1.2.0', live: '1.1.0', cause: 'rollback' },
    ]);
  });

  it('is notified of the version that most visitors had if a rollback also ends a canary of its app', async () => {
    await promote(client(), ['mfe-quiz@1.2.0']);
    await promote(client(), ['mfe-quiz@1.3.0'], { canary: 10 });
    await received();
    await rollback(client());
    expect(await news()).toMatchObject([
      { type: 'remote.rolled_back', name: 'mfe-quiz', version: '1.2.0', live: '1.1.0', cause: 'rollback' },
    ]);
  });

  it('is notified of what was stored, and nothing is stored without its notice', async () => {
    const { db } = app().context.database;
    const set = await prepareSet(client(), ['mfe-quiz@1.4.0']);
    await sql`alter table outbox rename to outbox_away`.execute(db);
    const failed = { outcome: 'failed', report: 'step 3 is blank' } as const;
    const outcomes = await Promise.allSettled([
      sendCertification(client(), set.id, failed),
      promote(client(), ['mfe-quiz@1.4.0']),
    ]);
    await sql`alter table outbox_away rename to outbox`.execute(db);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect((await prepareSet(client(), ['mfe-quiz@1.4.0'])).certification).toBeNull();
    expect((await status(client())).set?.members['mfe-quiz']).toBe('1.1.0');
    expect(await received()).toEqual([]);
  });

  it('is notified that the service has ended a canary that fails', async () => {
    const started = await promote(client(), ['mfe-quiz@1.2.0'], { canary: 50 });
    advance(1);
    await addVisits(app(), started.set?.id ?? '', 400);
    const failures = [{ remote: 'mfe-quiz', version: '1.2.0' }];
    await addVisits(app(), started.canary?.set.id ?? '', 400, { failures });
    const check = [createCanaryAnalysis(app().context), createCanaryAnalysis(replica().context)];
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

  it('is notified at once of a deployment after the clock was set back', async () => {
    advance(-12 * hourMs);
    await promote(client(), ['mfe-quiz@1.2.0']);
    expect(await news()).toMatchObject([{ type: 'remote.promoted', version: '1.2.0' }]);
    await rollback(client());
    expect(await news()).toMatchObject([{ type: 'remote.rolled_back', version: '1.2.0' }]);
    advance(12 * hourMs);
  });

  it('is sent by the worker of a service that started before the registration', async () => {
    const arrived = nextCall();
    const worker = startDeliveries(app().context, []);
    await promote(client(), ['mfe-quiz@1.2.0']);
    await arrived;
    await worker.stop();
    expect(
      receiver()
        .calls.splice(0)
        .map(({ body }) => Object(JSON.parse(body)).type),
    ).toEqual(['remote.promoted']);
    await rollback(client());
    expect(await news()).toMatchObject([{ type: 'remote.rolled_back' }]);
  });

  it('gets the same delivery again until it is accepted, also after an operator redelivers it', async () => {
    respondWith(500);
    await promote(client(), ['mfe-quiz@1.4.0']);
    const [first] = await received();
    respondWith(204);
    advance(hourMs);
    expect(await received()).toEqual([first]);
    expect(await received()).toEqual([]);

    respondWith(500);
    await rollback(client());
    for (let hour = 0; hour < 80; hour++) {
      await received();
      advance(hourMs);
    }
    const dead = await app().request('/api/deliveries?state=dead', { headers });
    const { deliveries } = Object(await dead.json());
    expect(deliveries).toMatchObject([{ destination: 'team-webhook:mfe-quiz', kind: 'release' }]);
    respondWith(204);
    await app().post('/api/deliveries/redeliver', { ids: [deliveries[0].id] }, headers);
    advance(hourMs);
    expect(await news()).toMatchObject([{ type: 'remote.rolled_back', version: '1.4.0', live: '1.1.0' }]);
  });

  it('is not sent to an address of a private network in production', async () => {
    const publicOnly = createHttpClient({ allowPrivateDestinations: false });
    await promote(client(), ['mfe-quiz@1.3.0'], { force: true, note: 'the step is fine' });
    advance(1);
    expect(await deliverToTeams(app().context, publicOnly)).toBe(1);
    await publicOnly.close();
    expect(receiver().calls).toEqual([]);
    const waiting = await app().request('/api/deliveries?state=failed', { headers });
    expect(Object(await waiting.json()).deliveries).toMatchObject([
      { destination: 'team-webhook:mfe-quiz', lastError: expect.stringContaining('PRIVATE_ADDRESS') },
    ]);
    advance(hourMs);
    expect(await news()).toMatchObject([{ type: 'remote.promoted', version: '1.3.0' }]);
  });
});
