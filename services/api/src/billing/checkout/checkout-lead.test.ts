import { aLead } from '../../leads/a-lead.testkit.ts';
import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine, previewCookieHeader } from '../../platform/service.testkit.ts';
import { startPaidFunnel, startVisit, type PaidFunnel } from '../paid-funnel.testkit.ts';

const quizState = {
  quizAnswers: { 'Financial Situation': "I'm comfortable", 'Trading Readiness': 'Ready' },
  specialGoal: 'Vacation',
  email: 'vera@example.com',
};

describeOnEachEngine('the lead of a buyer', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    for (const table of ['leads', 'events', 'outbox'] as const) await database.db.deleteFrom(table).execute();
    funnel = await startPaidFunnel(database, { LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/leads' });
  });
  afterEach(() => funnel.close());

  const leads = () => database.db.selectFrom('leads').selectAll().execute();
  const bodies = async () =>
    (await database.db.selectFrom('outbox').select('payload').where('kind', '=', 'lead').execute()).map(
      ({ payload }) => payload,
    );

  it('is created once with the session if the visit has no lead, with exactly the six members', async () => {
    const visit = await startVisit(funnel.app);
    await visit.open({ quizState });
    await visit.open({ quizState: { ...quizState, specialGoal: 'Buy a car' } });
    await visit.open({ planId: 'plan1', quizState });
    expect(await leads()).toMatchObject([{ visit_id: visit.visitId, set_id: 'set-1', step: 'Checkout' }]);
    expect(await bodies()).toEqual([
      '{"email":"vera@example.com","timestamp":"2026-01-15T12:00:00.000Z","step":"Checkout","specialGoal":"Vacation",' +
        '"quizAnswers":{"Financial Situation":"I\'m comfortable","Trading Readiness":"Ready"},' +
        '"answers_summary":"Financial Situation: I\'m comfortable, Trading Readiness: Ready"}',
    ]);
    const events = await database.db.selectFrom('events').select(['name', 'visit_id']).execute();
    expect(events.filter(({ name }) => name === 'Lead')).toEqual([{ name: 'Lead', visit_id: visit.visitId }]);
  });

  it('has no answers if the page sent none', async () => {
    await (await startVisit(funnel.app)).open();
    expect(await bodies()).toEqual([
      '{"email":"vera@example.com","timestamp":"2026-01-15T12:00:00.000Z","step":"Checkout",' +
        '"specialGoal":"Not specified","quizAnswers":{},"answers_summary":""}',
    ]);
  });

  it('has no goal if the page sent answers and an email only', async () => {
    const { quizAnswers, email } = quizState;
    await (await startVisit(funnel.app)).open({ quizState: { quizAnswers, email } });
    expect(await bodies()).toEqual([
      expect.stringContaining('"specialGoal":"Not specified","quizAnswers":{"Fin'),
    ]);
  });

  it('is created for an email that the buyer has corrected since the lead of the visit, once', async () => {
    const visit = await startVisit(funnel.app);
    await funnel.app.post('/api/leads', aLead({ email: 'vera@exmaple.com' }), { cookie: visit.cookie });
    await visit.open({ quizState });
    await visit.open({ planId: 'plan1', quizState });
    expect((await leads()).map(({ email, step }) => [step, email]).toSorted()).toEqual([
      ['Checkout', 'vera@example.com'],
      ['Email Step (17)', 'vera@exmaple.com'],
    ]);
  });

  it('is not created if the visit has sent a lead with this email, or is a preview', async () => {
    const visit = await startVisit(funnel.app);
    await funnel.app.post('/api/leads', aLead({ email: 'Vera@Example.com' }), { cookie: visit.cookie });
    await visit.open({ quizState });
    expect((await leads()).map(({ step }) => step)).toEqual(['Email Step (17)']);

    const preview = `${(await startVisit(funnel.app)).cookie}; ${previewCookieHeader(funnel.app)}`;
    expect((await visit.post({ quizState }, { cookie: preview })).status).toBe(201);
    expect(await leads()).toHaveLength(1);
  });

  it('is not created if the visit has sent a lead with this email in another case, also with letters beyond a to z', async () => {
    const visit = await startVisit(funnel.app);
    await funnel.app.post('/api/leads', aLead({ email: 'ÄNN@example.com' }), { cookie: visit.cookie });
    await visit.open({ email: 'änn@example.com' });
    expect((await leads()).map(({ email }) => email)).toEqual(['ÄNN@example.com']);
  });

  it.each([
    ['is the only one if the lead of the quiz arrives later, which says the same', quizState.quizAnswers, 1],
    ['is followed by the lead of the quiz if answers were changed', { 'Trading Readiness': 'Not ready' }, 2],
  ])('%s', async (_, quizAnswers, count) => {
    const visit = await startVisit(funnel.app);
    await visit.open({ quizState });
    const late = aLead({ email: 'Vera@example.com', specialGoal: 'Vacation', quizAnswers });
    for (let times = 0; times < 2; times += 1) {
      const response = await funnel.app.post('/api/leads', late, { cookie: visit.cookie });
      expect(response.status).toBe(202);
    }
    expect(await leads()).toHaveLength(count);
    expect(await bodies()).toHaveLength(count);
    const events = await database.db.selectFrom('events').select('name').execute();
    expect(events.filter(({ name }) => name === 'Lead')).toHaveLength(count);
  });

  it('of one visit does not replace the lead of another', async () => {
    await (await startVisit(funnel.app)).open({ quizState });
    const other = await startVisit(funnel.app);
    const { email, specialGoal, quizAnswers } = quizState;
    await funnel.app.post('/api/leads', aLead({ email, specialGoal, quizAnswers }), { cookie: other.cookie });
    expect(await leads()).toHaveLength(2);
  });

  describe('with little budget for leads', () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const quizAnswers = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`Question ${at}`, 'x'.repeat(300)]),
    );
    let small: PaidFunnel;
    beforeEach(async () => {
      // In ten minutes an IP may store 10,000 bytes of leads, and its wide network 50,000. A lead takes about 13,000.
      small = await startPaidFunnel(database, {
        LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/leads',
        TRUST_PROXY: '1',
        RATE_LIMIT_PER_NETWORK: '5',
      });
    });
    afterEach(() => small.close());

    const order = async (address: string) => {
      const visit = await startVisit(small.app);
      return (await visit.post({ quizState: { ...quizState, quizAnswers } }, from(address))).status;
    };

    it('uses the budget of its IP for leads, and is left out with a line in the log without one, while the payment goes on', async () => {
      const warn = jest.spyOn(small.app.context.log, 'warn');
      expect(await order('198.51.1.9')).toBe(201);
      expect(warn).not.toHaveBeenCalled();
      expect(await order('198.51.1.9')).toBe(201);
      expect(await leads()).toHaveLength(1);
      // The answers of the second session would have exceeded the budget too.
      const sessions = await small.app.context.database.db
        .selectFrom('checkout_sessions')
        .select('quiz_state')
        .orderBy('created_at')
        .execute();
      expect(sessions.filter(({ quiz_state }) => quiz_state?.includes('Question 19'))).toHaveLength(1);
      expect(warn.mock.calls).toEqual([
        ['the checkout has no lead, because its IP or network has used the budget for leads'],
      ]);
      small.advance(600_000);
      expect(await order('198.51.1.9')).toBe(201);
      expect(await leads()).toHaveLength(2);
    });

    it('bounds the answers of a session also when a page opens it again', async () => {
      expect(await order('198.51.8.9')).toBe(201);
      const visit = await startVisit(small.app);
      for (let time = 0; time < 2; time++)
        expect(
          (await visit.post({ quizState: { ...quizState, quizAnswers } }, from('198.51.8.9'))).status,
        ).toBe(201);
      const sessions = await small.app.context.database.db
        .selectFrom('checkout_sessions')
        .select('quiz_state')
        .where('visit_id', '=', visit.visitId)
        .execute();
      expect(sessions).toEqual([{ quiz_state: null }]);
    });

    it('is stored even if the neighbors have used the budget of their wide network', async () => {
      for (const network of [1, 2, 3, 4, 5]) expect(await order(`198.51.${network}.9`)).toBe(201);
      expect((await small.app.post('/api/leads', aLead(), from('198.51.6.9'))).status).toBe(429);
      expect(await order('198.51.7.9')).toBe(201);
      expect(await leads()).toHaveLength(6);
    });
  });
});
