import { randomUUID } from 'node:crypto';

import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';

import { createCookieJar } from '../platform/cookie-jar.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { openBrowser } from './browser.testkit.ts';
import { updateCanary, promote, status } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

// Sends hundreds of requests, which is slow on a busy machine.
jest.setTimeout(120_000);

const failing = { remote: 'mfe-quiz', version: '1.1.0' };

describeOnEachEngine('failures that browsers report of a canary', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let canary = '';
  let stable = '';
  const client = () => clientOf(app);
  const isRunning = async () => (await status(client())).canary !== null;

  /**
   * Starts a visit from an IP, which opens the page and reports. Visits that are assigned to the stable set report no
   * failure.
   */
  async function visitFrom(ip: string, { fails }: { fails: boolean }): Promise<string> {
    const from = { 'x-forwarded-for': ip };
    const browser = openBrowser(app);
    const { id: setId } = await browser.shownSet(from);
    const headers = { ...from, cookie: browser.jar.header() };
    const event = (name: string) => ({ id: randomUUID(), name, at: clock(), path: '/', setId });
    const events = [event('PageView'), ...(fails ? [{ ...event('ResourceFailed'), ...failing }] : [])];
    const response = await app.post(
      '/api/events',
      { events: setId === canary ? events : [event('PageView')] },
      headers,
    );
    expect(response.status).toBe(202);
    return setId;
  }
  /** Visits the canary from IPs in turn, 20 at a time. */
  async function visitCanary(count: number, ipOf: (at: number) => string, failsAt: (at: number) => boolean) {
    for (let done = 0; done < count;) {
      const group = Array.from({ length: Math.min(20, count - done) }, (_, at) => done + at);
      const sets = await Promise.all(group.map((at) => visitFrom(ipOf(at), { fails: failsAt(at) })));
      done += sets.filter((setId) => setId === canary).length;
    }
  }
  const honestIp = (at: number) => `${1 + (at % 200)}.${at % 7}.0.9`;

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock, environment: { TRUST_PROXY: '1' } });
    await promote(client(), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    advance(48 * 3_600_000);
    const started = await promote(client(), ['mfe-quiz@1.1.0'], { canary: 99 });
    canary = started.canary?.set.id ?? '';
    stable = started.set?.id ?? '';
    advance(1);
    await addVisits(app, stable, 400, { failing: 4 });
  });
  afterEach(async () => {
    if (await isRunning()) await updateCanary(client(), { action: 'stop' });
  });

  /** The networks under which the reported failures of the canary are stored. */
  async function failingNetworks(): Promise<(string | null)[]> {
    const { db } = app.context.database;
    const rows = await db
      .selectFrom('events')
      .select('network')
      .distinct()
      .where('set_id', '=', canary)
      .where('name', '=', 'ResourceFailed')
      .where('received_at', '>=', clock())
      .execute();
    return rows.map(({ network }) => network);
  }
  /** Stores visits of the canary from one network, as if their browsers had reported. */
  const addForged = (count: number, network: string, fails: boolean) =>
    addVisits(app, canary, count, { network, failing: fails ? count : 0 });

  it.each([
    ['one IP', () => '198.51.100.7'],
    ['50 IPs of one /16', (at: number) => `198.51.${at % 50}.7`],
  ])('cause no rollback if 1,000 are forged from %s', async (_, ipOf) => {
    await addVisits(app, canary, 300);
    const check = createCanaryAnalysis(app.context);
    await visitCanary(100, ipOf, () => true);
    expect(await check()).toBe(false);
    expect(await failingNetworks()).toEqual(['198.51.0.0/16']);
    await addForged(900, '198.51.0.0/16', true);
    expect(await check()).toBe(false);
    expect(await isRunning()).toBe(true);
  });

  it('cause a rollback at the 200th visitor if every fifth really fails, across networks', async () => {
    const check = createCanaryAnalysis(app.context);
    await visitCanary(199, honestIp, (at) => at % 5 === 0);
    expect(await check()).toBe(false);
    await visitCanary(
      1,
      () => '203.0.113.7',
      () => true,
    );
    expect(await check()).toBe(true);
    expect(await isRunning()).toBe(false);
  });

  it('cause a rollback despite 1,000 forged visits without failures from one network', async () => {
    const check = createCanaryAnalysis(app.context);
    await addForged(1000, '198.51.0.0/16', false);
    await addVisits(app, canary, 240, { failing: 48 });
    expect(await check()).toBe(true);
  });

  it('count only for visits that loaded a document of that set', async () => {
    const check = createCanaryAnalysis(app.context);
    const { db } = app.context.database;
    await addVisits(app, canary, 200);
    // From one network each, so that they would be enough for a rollback.
    for (let at = 0; at < 60; at++) {
      const jar = createCookieJar();
      const from = { 'x-forwarded-for': honestIp(at) };
      jar.store(await app.request('/api/release-set', { headers: from }));
      const named = { name: 'ResourceFailed', setId: canary, ...failing };
      const event = { id: randomUUID(), at: clock(), path: '/', ...named };
      const response = await app.post('/api/events', { events: [event] }, { ...from, cookie: jar.header() });
      expect(response.status).toBe(202);
    }
    expect(await check()).toBe(false);
    expect(await failingNetworks()).toEqual([]);
    const stored = await db
      .selectFrom('events')
      .select('set_id')
      .where('name', '=', 'ResourceFailed')
      .where('received_at', '>=', clock())
      .where('set_id', 'is', null)
      .execute();
    expect(stored).toHaveLength(60);
  });
});
