import { randomUUID } from 'node:crypto';

import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine, startTestApp } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';

describeOnEachEngine('opening a checkout session beside another call, or after a crash', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    funnel = await startPaidFunnel(database);
  });
  afterEach(() => funnel.close());

  it('opens one session for 20 concurrent requests of one visit on two replicas', async () => {
    const replica = await startTestApp({
      database: await open(),
      clock: funnel.clock,
      environment: funnel.api.environment,
    });
    const visit = await startVisit(funnel.app);
    const calls = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? funnel.app : replica).post(
        '/api/create-checkout',
        { planId: 'plan1', email: 'vera@example.com', attemptId: randomUUID() },
        { cookie: visit.cookie },
      ),
    );
    const responses = await Promise.all(calls.map(async (call) => (await call).json()));
    await replica.close();
    expect(new Set(responses.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(funnel.api.created).toHaveLength(1);
    expect(await database.db.selectFrom('checkout_leases').selectAll().execute()).toEqual([]);
  });

  it('continues after the lease of a crashed replica has expired', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const { visit_id } = (await findSession(database.db, sessionId)) ?? { visit_id: '' };
    const lease = { visit_id, owner: 'crashed', lease_until: funnel.clock() + 20_000 };
    await database.db.insertInto('checkout_leases').values(lease).execute();
    const waiting = visit.open();
    funnel.advance(20_000);
    expect((await waiting).sessionId).toBe(sessionId);
  });

  it('stores nothing after its lease was lost; the next request returns the session', async () => {
    const visit = await startVisit(funnel.app);
    funnel.api.hooks.whenCreating = async () => {
      await database.db.updateTable('checkout_leases').set({ owner: 'another' }).execute();
    };
    expect(await visit.expectProblem()).toMatchObject({ code: 'payment-provider-failed' });
    funnel.api.hooks.whenCreating = async () => {};
    await database.db.deleteFrom('checkout_leases').execute();
    const [session] = funnel.api.sessions.values();
    expect(await findSession(database.db, session?.id ?? '')).toBeUndefined();
    expect((await visit.open()).sessionId).toBe(session?.id);
  });

  it.each([
    ['is returned, also for another attempt', {}, ['open']],
    ['is expired if another plan is selected now', { planId: 'plan3' }, ['expired', 'open']],
  ])('a session that was created but not stored because of a crash %s', async (_, change, statuses) => {
    const visit = await startVisit(funnel.app);
    funnel.api.faults.losesResponses = true;
    expect(await visit.expectProblem()).toMatchObject({ code: 'payment-provider-failed' });
    funnel.api.faults.losesResponses = false;
    const { sessionId } = await visit.open(change);
    expect([...funnel.api.sessions.values()].map(({ status }) => status)).toEqual(statuses);
    expect([...funnel.api.sessions.keys()].at(-1)).toBe(sessionId);
    expect(await database.db.selectFrom('checkout_intents').selectAll().execute()).toEqual([]);
  });

  it('opens a session for a corrected email, although the rejection of the first one was lost in a crash', async () => {
    const visit = await startVisit(funnel.app);
    funnel.api.faults.losesResponses = true;
    expect(await visit.expectProblem({ email: `${'a'.repeat(65)}@example.com` })).toMatchObject({
      code: 'payment-provider-failed',
    });
    funnel.api.faults.losesResponses = false;
    const { sessionId } = await visit.open();
    expect([...funnel.api.sessions.keys()]).toEqual([sessionId]);
  });

  it('opens one session if an earlier call of the same attempt is still in progress at the provider', async () => {
    const visit = await startVisit(funnel.app);
    funnel.api.faults.isBusy = true;
    expect(await visit.expectProblem()).toMatchObject({ code: 'payment-provider-failed' });
    funnel.api.faults.isBusy = false;
    const { sessionId } = await visit.open();
    expect([...funnel.api.sessions.keys()]).toEqual([sessionId]);
  });

  it('keeps the session open that a repeat of a paused attempt returned', async () => {
    const visit = await startVisit(funnel.app);
    const attemptId = randomUUID();
    const overtaking: unknown[] = [];
    funnel.api.hooks.whenCreating = async () => {
      funnel.api.hooks.whenCreating = async () => {};
      funnel.advance(20_000);
      overtaking.push(await visit.open({ attemptId }));
    };
    const paused = await visit.open({ attemptId });
    expect(overtaking).toEqual([paused]);
    expect(funnel.api.sessions.get(paused.sessionId)?.status).toBe('open');
  });
});
