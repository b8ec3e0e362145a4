import { randomUUID } from 'node:crypto';

import { createCheckoutResponseSchema } from '@funnel/contracts/api';

import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import { describeOnEachEngine, testOperatorToken } from '../platform/service.testkit.ts';
import { openBrowser } from './browser.testkit.ts';
import { promote } from './release-calls.testkit.ts';
import { clientOf, publishProduct } from './release.testkit.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Browser = ReturnType<typeof openBrowser>;

describeOnEachEngine('the reports count', (open) => {
  let funnel: PaidFunnel;
  let liveSet: string | undefined;
  beforeAll(async () => {
    funnel = await startPaidFunnel(await open());
    const { set } = await promote(clientOf(funnel.app), await publishProduct(funnel.app));
    liveSet = set?.id;
  });
  afterAll(() => funnel.close());

  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const response = await funnel.app.post(path, body, headers);
    return { response, body: await response.json() };
  };
  /** Opens a checkout and pays, with these headers. */
  async function buy(headers: Record<string, string>) {
    const order = { planId: 'plan2', email: 'vera@example.com', attemptId: randomUUID() };
    const { body } = await post('/api/create-checkout', order, headers);
    const { sessionId } = createCheckoutResponseSchema.parse(body);
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.processEvents();
    return sessionId;
  }
  const setOf = async (table: 'checkout_sessions' | 'leads' | 'events', id: string) =>
    funnel.app.context.database.db
      .selectFrom(table)
      .select('set_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const countPaid = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const response = await funnel.app.request('/api/reports/totals', { headers });
    return Object(await response.json()).paidSessions;
  };
  const pass = (browser: Browser, ms: number) => {
    browser.jar.pass(ms);
    funnel.advance(ms);
  };

  it('what a visitor does in a page that was open for more than a day', async () => {
    const paidBefore = await countPaid();
    const browser = openBrowser(funnel.app);
    await browser.quiz('/step-5');
    pass(browser, 25 * hourMs);

    const headers = { cookie: browser.jar.header() };
    const view = { id: randomUUID(), name: 'PageView', at: funnel.clock(), path: '/step-6', setId: liveSet };
    expect((await post('/api/events', { events: [view] }, headers)).response.status).toBe(202);
    expect(await setOf('events', view.id)).toEqual({ set_id: liveSet });
    const lead = aLead({ email: 'vera@example.com', timestamp: new Date(funnel.clock()).toISOString() });
    expect((await funnel.app.post('/api/leads', lead, headers)).status).toBe(202);
    const { db } = funnel.app.context.database;
    const leads = db.selectFrom('leads').select('set_id').where('visit_id', '=', browser.jar.visitId());
    expect(await leads.execute()).toEqual([{ set_id: liveSet }]);
    expect(await setOf('checkout_sessions', await buy(headers))).toEqual({ set_id: liveSet });
    expect(await countPaid()).toBe(paidBefore + 1);
  });

  it('a sale whose visit has just ended', async () => {
    const paidBefore = await countPaid();
    const browser = openBrowser(funnel.app);
    await browser.quiz('/step-5');
    pass(browser, 30 * dayMs + hourMs);
    const sessionId = await buy({ cookie: browser.jar.header() });
    expect(await setOf('checkout_sessions', sessionId)).toEqual({ set_id: liveSet });
    expect(await countPaid()).toBe(paidBefore + 1);
  });

  it('a sale to a browser that keeps no cookies', async () => {
    const paidBefore = await countPaid();
    expect(await setOf('checkout_sessions', await buy({}))).toEqual({ set_id: liveSet });
    expect(await countPaid()).toBe(paidBefore + 1);
  });

  it('no purchase by a program that identifies itself as a bot', async () => {
    const paidBefore = await countPaid();
    await buy({ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    expect(await countPaid()).toBe(paidBefore);
  });
});
