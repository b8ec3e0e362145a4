import { sql } from 'kysely';

import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { startAdPlatforms, startBrowser } from '../tracking/ad-journey.testkit.ts';
import { personalTableList } from './personal-tables.ts';
import { runPrivacy } from './privacy-command.ts';

describeOnEachEngine('after one of two people who share a visit was erased', (open) => {
  let database: Database;
  let platforms: Awaited<ReturnType<typeof startAdPlatforms>>;
  let funnel: PaidFunnel;
  const run = (...args: string[]) => runPrivacy(args, async () => ({ database, dataDir: null }));

  beforeAll(async () => {
    platforms = await startAdPlatforms();
    database = await open();
    funnel = await startPaidFunnel(database, { ...platforms.environment, CONSENT: 'required' });
  });
  afterEach(() => {
    platforms.calls.length = 0;
  });
  afterAll(async () => {
    await funnel.close();
    await platforms.close();
  });

  /** Two people leave their emails, one after the other, in a browser that consented. */
  async function shareBrowser(one: string, other: string) {
    const browser = startBrowser(funnel.app, funnel.clock);
    await browser.choose('granted');
    for (const email of [one, other]) {
      funnel.advance(1000);
      await browser.submitEmail(email);
    }
    return browser;
  }
  async function pay(sessionId: string) {
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.processEvents();
  }
  /** How many rows of the visit each table has, without the tables that have none. */
  async function rowsOf(visitId: string) {
    const counts: Record<string, number> = {};
    for (const [name, { hasVisit }] of personalTableList) {
      if (!hasVisit) continue;
      const query = sql`select 1 from ${sql.table(name)} where visit_id = ${visitId}`;
      const { length } = (await query.execute(database.db)).rows;
      if (length > 0) counts[name] = length;
    }
    return counts;
  }

  it('nothing is sent about the other, who withdraws the consent', async () => {
    const browser = await shareBrowser('eve@example.com', 'dan@example.com');
    const sessionId = await browser.openCheckout('dan@example.com');
    await run('delete', 'eve@example.com');
    funnel.advance(1000);
    expect((await browser.choose('denied')).status).toBe(204);
    await pay(sessionId);
    await platforms.deliver(funnel.app);
    expect(platforms.received()).toEqual([]);
  });

  it('the other can still use what they buy', async () => {
    const browser = await shareBrowser('eva@example.com', 'don@example.com');
    const sessionId = await browser.openCheckout('don@example.com');
    await run('delete', 'eva@example.com');
    await pay(sessionId);
    const purchase = await (await browser.get('/api/purchase')).json();
    expect(purchase).toMatchObject({ sessionId, email: 'don@example.com', status: 'paid' });
    const activation = await browser.post('/api/activation', { token: purchase.activationToken });
    expect(activation.status).toBe(200);
  });

  it('nobody can activate the subscription of the erased person', async () => {
    const browser = await shareBrowser('ben@example.com', 'amy@example.com');
    const sessionId = await browser.openCheckout('amy@example.com');
    await pay(sessionId);
    await run('delete', 'amy@example.com');
    expect((await browser.get('/api/purchase')).status).toBe(404);
    const session = await (await browser.get(`/api/checkout-sessions/${sessionId}`)).json();
    expect(session).toMatchObject({
      status: 'paid',
      email: expect.stringMatching(/^.•••@removed\.invalid$/),
    });
    expect(session).not.toHaveProperty('activationToken');
  });

  it('what the browser does later is sent without an email if the erased person was the last one', async () => {
    const browser = await shareBrowser('kai@example.com', 'zoe@example.com');
    await run('delete', 'zoe@example.com');
    await platforms.deliver(funnel.app);
    platforms.calls.length = 0;
    await browser.report({ name: 'ViewContent' });
    await platforms.deliver(funnel.app);
    const sent = platforms.received().find(({ destination }) => destination === 'ad-platform');
    expect(sent?.event).toBe('ViewContent');
    const { user } = JSON.parse(sent?.call.body ?? '').context;
    expect(Object.keys(user)).toEqual(['external_id', 'ip', 'user_agent']);
  });

  it('no row of the visit is found by its id once the other is erased, too', async () => {
    const browser = await shareBrowser('ira@example.com', 'leo@example.com');
    const visitId = browser.visitId();
    await run('delete', 'ira@example.com');
    expect(await rowsOf(visitId)).toMatchObject({ leads: 2, consents: 1 });
    expect((await run('export', 'leo@example.com')).notes).toHaveLength(1);
    await run('delete', 'leo@example.com');
    expect(await rowsOf(visitId)).toEqual({});
  });
});
