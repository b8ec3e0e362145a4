import { randomUUID } from 'node:crypto';

import { createCheckoutResponseSchema } from '@funnel/contracts/api';

import { startPaidFunnel } from '../billing/paid-funnel.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { openBrowser } from './browser.testkit.ts';
import { promote, rollback, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

type Browser = ReturnType<typeof openBrowser>;

const dayMs = 86_400_000;

describeOnEachEngine('the assigned set', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  const client = () => clientOf(app);

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(client(), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
  });
  afterAll(() => app.close());

  it('is kept until a visitor was away for 24 hours, counted from the last request', async () => {
    const [returning, daily, away] = [openBrowser(app), openBrowser(app), openBrowser(app)];
    for (const browser of [returning, daily, away]) expect(await browser.quiz()).toBe('1.0.0');
    await promote(client(), ['mfe-quiz@1.1.0']);

    advance(3_600_000);
    expect(await daily.quiz()).toBe('1.0.0');
    advance(dayMs - 3_600_000 - 1);
    expect(await returning.quiz()).toBe('1.0.0');
    advance(1);
    expect(await away.quiz()).toBe('1.1.0');
    expect(await daily.quiz()).toBe('1.0.0');
    for (let day = 0; day < 3; day++) {
      advance(dayMs - 1);
      expect(await daily.quiz()).toBe('1.0.0');
    }
    await rollback(client());
  });

  it('is the promoted one for new visitors of every replica after half a second', async () => {
    const replica = await startTestApp({ database: app.context.database, clock });
    expect(await openBrowser(replica).quiz()).toBe('1.0.0');
    const readAt = performance.now();
    await promote(client(), ['mfe-quiz@1.1.0']);
    const now = jest.spyOn(performance, 'now').mockReturnValue(Math.max(readAt + 500, performance.now()));
    expect(await openBrowser(replica).quiz()).toBe('1.1.0');
    now.mockRestore();
    await rollback(client());
    await replica.close();
  });

  it('is that of the own visit, also with the copied cookie of another one', async () => {
    const earlier = openBrowser(app);
    expect(await earlier.quiz()).toBe('1.0.0');
    await promote(client(), ['mfe-quiz@1.1.0']);
    const copying = openBrowser(app, 'visit-9');
    copying.jar.cookies.set('release', earlier.jar.cookies.get('release') ?? '');
    expect(await copying.quiz()).toBe('1.1.0');
    expect(await earlier.quiz()).toBe('1.0.0');
    await rollback(client());
  });

  it('is in a cookie that the browser keeps as long as a visit, for 30 days', async () => {
    const response = await app.request('/');
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('release='));
    expect(cookie).toMatch(/; samesite=lax; httponly$/);
    const [, expires = ''] = /; expires=([^;]+)/.exec(cookie ?? '') ?? [];
    // The browser compares it with its own clock, so the service writes it by the real time.
    const awayMs = Date.parse(expires) - Date.now();
    expect(awayMs).toBeGreaterThan(30 * dayMs - 60_000);
    expect(awayMs).toBeLessThanOrEqual(30 * dayMs);
  });

  describe('during a canary', () => {
    let canary = '';
    beforeAll(async () => {
      const started = await promote(client(), ['mfe-quiz@1.1.0'], { canary: 99 });
      canary = started.canary?.set.id ?? '';
    });
    afterAll(() => updateCanary(client(), { action: 'stop' }));

    /** Reports a failure of the canary, and returns the set to which it is attributed. */
    async function reportFailure({ jar }: Browser): Promise<string | null> {
      const failed = { name: 'ResourceFailed', remote: 'mfe-quiz', version: '1.1.0' };
      const event = { ...failed, id: randomUUID(), at: clock(), path: '/', setId: canary };
      const response = await app.post('/api/events', { events: [event] }, { cookie: jar.header() });
      expect(response.status).toBe(202);
      const rows = app.context.database.db.selectFrom('events').select('set_id').where('id', '=', event.id);
      return (await rows.executeTakeFirstOrThrow()).set_id;
    }
    const setOf = async (browser: Browser): Promise<unknown> =>
      (await (await browser.open('/api/release-set')).json()).id;

    it('takes failures only from a visit that loaded a document of that set', async () => {
      await updateCanary(client(), { action: 'stop' });
      // Its bucket for the canary is 27.27.
      const browser = openBrowser(app, 'visit-1');
      expect(await browser.quiz()).toBe('1.0.0');
      advance(dayMs);
      await promote(client(), ['mfe-quiz@1.1.0'], { canary: 99 });
      expect(await setOf(browser)).toBe(canary);
      expect(await reportFailure(browser)).toBeNull();
      expect(await browser.quiz()).toBe('1.1.0');
      expect(await reportFailure(browser)).toBe(canary);
    });

    it('takes no failures from a visit that has copied the cookie of another one', async () => {
      const honest = openBrowser(app, 'visit-7');
      expect(await honest.quiz()).toBe('1.1.0');
      const copying = openBrowser(app, 'visit-8');
      copying.jar.cookies.set('release', honest.jar.cookies.get('release') ?? '');
      expect(await reportFailure(copying)).toBeNull();
      expect(await setOf(copying)).toBe(canary);
      expect(await reportFailure(copying)).toBeNull();
      expect(await reportFailure(honest)).toBe(canary);
    });
  });
});

describeOnEachEngine('the set of a visitor who has paid', (open) => {
  it('is kept by the open page, replaced by the live one at the next page load, and kept by other visitors', async () => {
    const { app, api, close } = await startPaidFunnel(await open());
    const first = await promote(clientOf(app), await publishProduct(app));
    const [buyer, other] = [openBrowser(app), openBrowser(app)];
    for (const browser of [buyer, other]) expect(await browser.quiz()).toBe('1.0.0');
    await publishTest(app, testQuiz('1.1.0'));
    await promote(clientOf(app), ['mfe-quiz@1.1.0']);

    const order = { planId: 'plan2', email: 'vera@example.com', attemptId: randomUUID() };
    const opened = await app.post('/api/create-checkout', order, { cookie: buyer.jar.header() });
    const { sessionId } = createCheckoutResponseSchema.parse(await opened.json());
    await buyer.open(`/api/checkout-sessions/${sessionId}`);
    expect(await buyer.quiz()).toBe('1.0.0');
    api.complete(sessionId);
    await buyer.open(`/api/checkout-sessions/${sessionId}`);
    const paidIn = first.set?.id;
    const event = { id: randomUUID(), name: 'PageView', at: 1, path: '/payment-success', setId: paidIn };
    await app.post('/api/events', { events: [event] }, { cookie: buyer.jar.header() });
    const { db } = app.context.database;
    const stored = db.selectFrom('events').select('set_id').where('id', '=', event.id);
    expect(await stored.executeTakeFirstOrThrow()).toEqual({ set_id: paidIn });
    expect([await buyer.quiz(), await other.quiz()]).toEqual(['1.1.0', '1.0.0']);
    await close();
  });
});
