import type { KyselyPlugin } from 'kysely';

import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { aLead } from './a-lead.testkit.ts';

describeOnEachEngine('a visit with hundreds of leads', (open) => {
  let funnel: PaidFunnel;
  let leadsRead = 0;
  const countLeadsRead: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      leadsRead += result.rows.filter((row) => 'email' in row).length;
      return result;
    },
  };
  beforeAll(async () => {
    const database = await open();
    funnel = await startPaidFunnel({ ...database, db: database.db.withPlugin(countLeadsRead) });
  });
  afterAll(() => funnel.close());

  /** A visit with so many leads of different emails, each as if its visitor had opened a checkout. */
  async function visitWithLeads(count: number) {
    const visit = await startVisit(funnel.app);
    const { db } = funnel.app.context.database;
    const lead = aLead();
    const rows = Array.from({ length: count }, (_, at) => ({
      id: `${visit.visitId}-${at}`,
      visit_id: visit.visitId,
      email: `visitor-${at}@example.com`,
      step: 'Checkout',
      special_goal: lead.specialGoal,
      quiz_answers: JSON.stringify(lead.quizAnswers),
      answers_summary: lead.answers_summary,
      timestamp: lead.timestamp,
      received_at: funnel.clock() - count + at,
      set_id: null,
    }));
    await db.insertInto('leads').values(rows).execute();
    return visit;
  }

  it('stores a further one, and opens a checkout, without reading all of them', async () => {
    const { cookie, open: openCheckout } = await visitWithLeads(400);
    leadsRead = 0;
    expect((await funnel.app.post('/api/leads', aLead(), { cookie })).status).toBe(202);
    await openCheckout();
    expect(leadsRead).toBeLessThan(150);
  });

  it('recognizes the lead of a buyer that the quiz sends again', async () => {
    const { cookie, visitId } = await visitWithLeads(400);
    const repeated = aLead({ email: 'visitor-399@example.com' });
    expect((await funnel.app.post('/api/leads', repeated, { cookie })).status).toBe(202);
    const { db } = funnel.app.context.database;
    const stored = db.selectFrom('leads').select('id').where('visit_id', '=', visitId);
    expect(await stored.execute()).toHaveLength(400);
  });
});
