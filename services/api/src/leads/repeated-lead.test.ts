import { describeOnEachEngine, startTestApp } from '../platform/service.testkit.ts';
import { aLead } from './a-lead.testkit.ts';
import { createLeadWriter } from './store-lead.ts';

describeOnEachEngine('two leads of a visit with the same id, in one commit', (open) => {
  it('are stored and delivered as the first one says, and one with another email is rejected', async () => {
    const { context, close } = await startTestApp({
      database: await open(),
      environment: { LEAD_WEBHOOK_URL: 'http://127.0.0.1:1/leads' },
    });
    const batches: string[][] = [];
    const submit = createLeadWriter(context, async (_, leads) => {
      batches.push(leads.map(({ lead: { email } }) => email));
    });
    const first = aLead({ email: 'first@example.com' });
    const other = aLead({ email: 'other@example.com' });
    const page = {
      locale: 'en',
      origin: 'http://localhost',
      ip: '203.0.113.7',
      sendsPlanEmail: true,
    } as const;
    const visit = { visitId: 'a-visit', setId: null, ...page };
    const outcomes = await Promise.allSettled([
      submit({ lead: first, ...visit }),
      submit({ lead: other, ...visit }),
      submit({ lead: { ...first, email: 'second@example.com' }, ...visit }),
      submit({ lead: { ...first, specialGoal: 'A second home' }, ...visit }),
    ]);

    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'lead-id-taken' } },
      { status: 'fulfilled' },
    ]);
    expect(batches.map((emails) => emails.toSorted())).toEqual([['first@example.com', 'other@example.com']]);
    const { db } = context.database;
    const leads = await db
      .selectFrom('leads')
      .select(['id', 'email', 'special_goal'])
      .orderBy('email')
      .execute();
    expect(leads).toEqual([
      { id: first.leadId, email: 'first@example.com', special_goal: first.specialGoal },
      { id: other.leadId, email: 'other@example.com', special_goal: other.specialGoal },
    ]);
    const deliveries = await db.selectFrom('outbox').select(['id', 'payload']).execute();
    expect(deliveries).toHaveLength(2);
    expect(deliveries.find(({ id }) => id === `lead_${first.leadId}`)?.payload).toContain(
      '"email":"first@example.com"',
    );
    await close();
  });
});
