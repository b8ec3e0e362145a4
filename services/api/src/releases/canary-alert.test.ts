import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';
import { addCanaryAlertMetric, readCanaryAlert } from '@funnel/releases/auto-rollback/canary-alert';
import { Registry } from 'prom-client';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { updateCanary, promote } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

describeOnEachEngine('the canary alert', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let canary = '';
  let stable = '';

  const metric = async () => {
    const registry = new Registry();
    addCanaryAlertMetric(registry, app.context);
    return /^funnel_canary_alert (\d)$/m.exec(await registry.metrics())?.[1];
  };

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    advance(48 * 3_600_000);
    const started = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { canary: 50 });
    canary = started.canary?.set.id ?? '';
    stable = started.set?.id ?? '';
    advance(1);
    await addVisits(app, stable, 400, { failing: 4 });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await updateCanary(clientOf(app), { action: 'stop' });
  });

  it('is logged once, and shown in the metric and to operators, if failures come from too few networks', async () => {
    const warn = jest.spyOn(app.context.log, 'warn');
    await addVisits(app, canary, 300);
    await addVisits(app, canary, 100, { failing: 100, network: '198.51.0.0/16' });
    const check = createCanaryAnalysis(app.context);
    expect([await check(), await check()]).toEqual([false, false]);
    const alert = {
      setId: canary,
      reason: expect.stringContaining('1 of the 8 networks'),
      failures: 100,
      visitors: 400,
      networks: 1,
    };
    expect(warn.mock.calls).toEqual([[alert, 'canary alert']]);
    expect(await readCanaryAlert(app.context)).toEqual(alert);
    expect(await metric()).toBe('1');

    await updateCanary(clientOf(app), { action: 'stop' });
    expect(await readCanaryAlert(app.context)).toBeNull();
    expect(await metric()).toBe('0');
    await promote(clientOf(app), ['mfe-quiz@1.1.0'], { canary: 50 });
  });

  it('is logged again if it starts again after it has ended', async () => {
    const warn = jest.spyOn(app.context.log, 'warn');
    const check = createCanaryAnalysis(app.context);
    for (let round = 0; round < 2; round++) {
      await addVisits(app, canary, 300);
      await addVisits(app, canary, 100, { failing: 100, network: '198.51.0.0/16' });
      expect(await check()).toBe(false);
      await updateCanary(clientOf(app), { action: 'stop' });
      expect(await check()).toBe(false);
      advance(48 * 3_600_000);
      await promote(clientOf(app), ['mfe-quiz@1.1.0'], { canary: 50 });
      advance(1);
      await addVisits(app, stable, 400, { failing: 4 });
    }
    expect(warn.mock.calls.map(([, message]) => message)).toEqual(['canary alert', 'canary alert']);
  });

  it('has no metric while the database is unreachable', async () => {
    const lone = await startTestApp({ database: await open(), clock });
    const registry = new Registry();
    addCanaryAlertMetric(registry, lone.context);
    const value = async () => /^funnel_canary_alert (\d)$/m.exec(await registry.metrics())?.[1];
    expect(await value()).toBe('0');
    await lone.context.database.close();
    expect(await value()).toBeUndefined();
    await lone.close();
  });

  it('is raised if all visitors share one network, as behind an untrusted proxy', async () => {
    await addVisits(app, canary, 300, { failing: 60, network: '127.0.0.0/16' });
    expect(await createCanaryAnalysis(app.context)()).toBe(false);
    expect(await readCanaryAlert(app.context)).toMatchObject({ failures: 60, visitors: 300, networks: 1 });
  });

  it('is raised if several networks report failures, but most come from one', async () => {
    await addVisits(app, canary, 1000);
    for (let at = 0; at < 8; at++)
      await addVisits(app, canary, 1, { failing: 1, network: `192.${at}.0.0/16` });
    await addVisits(app, canary, 200, { failing: 200, network: '198.51.0.0/16' });
    expect(await createCanaryAnalysis(app.context)()).toBe(false);
    expect(await readCanaryAlert(app.context)).toMatchObject({
      reason: expect.stringContaining('13 failures of'),
      failures: 208,
      networks: 9,
    });
  });

  it('is not raised for a canary as good as the stable set, or without visitors', async () => {
    expect(await readCanaryAlert(app.context)).toBeNull();
    await addVisits(app, canary, 400, { failing: 4 });
    expect(await readCanaryAlert(app.context)).toBeNull();
    expect(await metric()).toBe('0');
  });
});
