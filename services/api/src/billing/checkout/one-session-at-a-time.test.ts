import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { findSubscription } from '../subscription-repository.ts';

const minuteMs = 60_000;

describeOnEachEngine('a visit', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    funnel = await startPaidFunnel(database);
  });
  afterEach(() => funnel.close());

  const openAtProvider = () =>
    [...funnel.api.sessions.values()].filter(({ status }) => status === 'open').map(({ id }) => id);
  /** Runs once, while the response to the next such call is on its way. The lease of the caller ends meanwhile. */
  const overtake = (isCall: (call: string) => boolean, work: () => Promise<void>) => {
    funnel.api.hooks.beforeResponding = async (call) => {
      if (!isCall(call)) return;
      funnel.api.hooks.beforeResponding = async () => {};
      funnel.advance(20_000);
      await work();
    };
  };

  it('gets no second session while the first can still be paid', async () => {
    const visit = await startVisit(funnel.app);
    const first = await visit.open();
    funnel.api.faults.refusesToExpire = true;
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await visit.expectProblem({ planId: 'plan3' })).toMatchObject({
        status: 502,
        code: 'payment-provider-failed',
      });
    expect(openAtProvider()).toEqual([first.sessionId]);
    expect((await findSession(database.db, first.sessionId))?.status).toBe('open');

    funnel.api.faults.refusesToExpire = false;
    const second = await visit.open({ planId: 'plan3' });
    expect(openAtProvider()).toEqual([second.sessionId]);
  });

  it('gets no session from a request that was overtaken before it called the provider', async () => {
    const visit = await startVisit(funnel.app);
    await visit.open();
    const overtaking: string[] = [];
    overtake(
      (call) => call.endsWith('/expire'),
      async () => void overtaking.push((await visit.open({ planId: 'plan3' })).sessionId),
    );
    expect(await visit.expectProblem({ planId: 'plan3' })).toMatchObject({ code: 'payment-provider-failed' });
    expect(overtaking).toHaveLength(1);
    expect(openAtProvider()).toEqual(overtaking);
    expect(funnel.api.created).toHaveLength(2);
    expect(await database.db.selectFrom('checkout_intents').selectAll().execute()).toEqual([]);
  });

  it('keeps the terms of the request that overtook another one', async () => {
    const visit = await startVisit(funnel.app, 'USD', 'set-1');
    const { sessionId } = await visit.open();
    funnel.advance(minuteMs);
    const [overtaken, overtaking] = [await visit.withSet('set-2'), await visit.withSet('set-3')];
    const statuses: number[] = [];
    overtake(
      (call) => call.startsWith('GET /v1/checkout/sessions/'),
      async () => void statuses.push((await visit.post({}, { cookie: overtaking })).status),
    );
    const response = await visit.post({}, { cookie: overtaken });
    expect([statuses, response.status]).toEqual([[201], 502]);
    expect(await findSession(database.db, sessionId)).toMatchObject({ set_id: 'set-3', status: 'open' });
  });

  it('does not buy twice while the subscription of its paid session is unknown', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const subscription = funnel.api.complete(sessionId);
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { metadata: {} });
    expect((await visit.read(sessionId)).status).toBe('paid');
    expect(await findSubscription(database.db, subscription)).toBeUndefined();
    for (const change of [{}, { planId: 'plan3' }])
      expect(await visit.expectProblem(change)).toMatchObject({
        status: 409,
        code: 'already-paid',
        sessionId,
      });
    expect(funnel.api.created).toHaveLength(1);
  });
});
