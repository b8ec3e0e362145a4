import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { audit, promote, releaseAnalytics, status, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

const hourMs = 3_600_000;

describeOnEachEngine('the visits that a canary is judged on', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let canary = '';
  let stable = '';
  const client = () => clientOf(app);
  const check = () => createCanaryAnalysis(app.context)();

  async function startCanary(version: string): Promise<void> {
    const started = await promote(client(), [`mfe-quiz@${version}`], { canary: 10 });
    canary = started.canary?.set.id ?? '';
    stable = started.set?.id ?? '';
    advance(1);
  }

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(client(), await publishProduct(app));
    for (const version of ['1.1.0', '1.2.0']) await publishTest(app, testQuiz(version));
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    // Earlier tests' visits are out of the compared period.
    advance(48 * hourMs);
    await startCanary('1.1.0');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    if ((await status(client())).canary) await updateCanary(client(), { action: 'stop' });
  });

  it('include those from before its percentage was increased', async () => {
    const { canary: started } = await status(client());
    await addVisits(app, stable, 400, { failing: 4 });
    await addVisits(app, canary, 199, { failing: 40 });
    expect(await check()).toBe(false);
    advance(hourMs);
    const increased = await updateCanary(client(), { action: 'widen', percent: 50 });
    expect(increased.canary).toMatchObject({ percent: 50, startedAt: started?.startedAt });
    advance(1);
    await addVisits(app, canary, 1);
    expect(await check()).toBe(true);
  });

  it('are compared within one percentage, so an outage for everybody after an increase causes no rollback', async () => {
    await addVisits(app, stable, 1800);
    await addVisits(app, canary, 200);
    advance(hourMs);
    await updateCanary(client(), { action: 'widen', percent: 50 });
    advance(1);
    await addVisits(app, stable, 60, { failing: 12 });
    await addVisits(app, canary, 60, { failing: 12 });
    expect(await check()).toBe(false);
    await addVisits(app, stable, 540, { failing: 48 });
    await addVisits(app, canary, 540, { failing: 48 });
    // In the sum, the canary fails for 60 of 800 visitors and the stable set for 60 of 2,400.
    expect(await check()).toBe(false);
    advance(hourMs);
    await addVisits(app, stable, 400, { failing: 4 });
    await addVisits(app, canary, 400, { failing: 160 });
    expect(await check()).toBe(true);
  });

  it('are compared with those of the same share, also in what visitors left and bought', async () => {
    const addWithLeads = async (setId: string, count: number, leads: number) => {
      await addVisits(app, setId, leads, { leads: 1 });
      await addVisits(app, setId, count - leads);
    };
    await addWithLeads(stable, 1_800, 900);
    await addWithLeads(canary, 200, 100);
    advance(hourMs);
    await updateCanary(client(), { action: 'widen', percent: 50 });
    advance(1);
    await addWithLeads(stable, 600, 60);
    await addWithLeads(canary, 600, 60);
    const { comparison } = await releaseAnalytics(client());
    const leads = comparison?.differences.find(({ guardrail }) => guardrail === 'leads');
    expect(leads?.judgment).toBe('unclear');
    // The middle is no difference, although 160 of 800 and 960 of 2,400 left an email.
    const { low, high } = leads?.interval ?? {};
    expect(Number(low) + Number(high)).toBeCloseTo(0, 2);
  });

  describe('of ten networks with 120 visits each', () => {
    async function addInEachNetwork(failing: number): Promise<void> {
      for (let at = 0; at < 10; at++)
        await addVisits(app, canary, 60, { failing, network: `20.${at}.0.0/16` });
      advance(1000);
    }

    it('are the first ones, so that visits without failures cannot replace them', async () => {
      await addVisits(app, stable, 800, { failing: 4 });
      await addInEachNetwork(9);
      await addInEachNetwork(0);
      expect(await check()).toBe(true);
      const [deployment] = (await audit(client())).deployments;
      // 60 visits and 5 failures of each network.
      expect(deployment?.note).toContain(
        'The canary failed for 50 of 600 visitors (8.3 %), the stable set for 4',
      );
    });

    it('are the first ones, so that later failures do not count', async () => {
      await addVisits(app, stable, 400, { failing: 4 });
      await addInEachNetwork(0);
      await addInEachNetwork(9);
      expect(await check()).toBe(false);
    });
  });

  it('are counted again after a minute, even if no further visit has failed', async () => {
    await addVisits(app, stable, 200, { failing: 10 });
    await addVisits(app, canary, 200, { failing: 24 });
    expect(await check()).toBe(false);
    await addVisits(app, stable, 2000);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
    expect(await check()).toBe(true);
  });

  it('are not those of the previous canary, even if as many have failed', async () => {
    await addVisits(app, stable, 200, { failing: 40 });
    await addVisits(app, canary, 200, { failing: 40 });
    expect(await check()).toBe(false);
    await updateCanary(client(), { action: 'stop' });
    advance(48 * hourMs);
    await startCanary('1.2.0');
    await addVisits(app, stable, 400);
    await addVisits(app, canary, 200, { failing: 40 });
    expect(await check()).toBe(true);
  });
});
