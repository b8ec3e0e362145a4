import { createHash } from 'node:crypto';

import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { enqueue } from '../deliveries/outbox-repository.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { runPrivacy } from './privacy-command.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const leadWebhook = { LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/leads' };

describeOnEachEngine('an email that another person wrote in an answer', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  const run = (...args: string[]) => runPrivacy(args, async () => ({ database, dataDir: null }));

  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database, leadWebhook);
  });
  afterAll(() => funnel.close());

  /** Two leads from two visits; the second names the email of the first wherever a visitor may write. */
  async function submitLeads(own: string, other: string) {
    const ownLead = aLead({ email: own });
    const otherLead = aLead({
      email: other,
      specialGoal: own,
      quizAnswers: { email: own, to: own, Age: own },
    });
    for (const lead of [ownLead, otherLead]) {
      const { cookie } = await startVisit(funnel.app);
      await funnel.app.post('/api/leads', lead, { cookie });
    }
    await database.db
      .insertInto('checkout_intents')
      .values(
        [own, other].map((email) => ({
          visit_id: `visit of ${email}`,
          intent: JSON.stringify({ email, quizState: { quizAnswers: { email: own }, specialGoal: own } }),
          created_at: 0,
        })),
      )
      .execute();
    return { ownDelivery: `lead_${ownLead.leadId}`, otherDelivery: `lead_${otherLead.leadId}` };
  }

  it.each([
    {
      kind: 'lead',
      contentOf: (email: string, answer: string) => ({ email, quizAnswers: { email: answer } }),
    },
    {
      kind: 'email',
      contentOf: (to: string, answer: string) => ({
        type: 'plan',
        to,
        quizAnswers: { to: answer, email: answer },
      }),
    },
    {
      kind: 'answers',
      contentOf: (email: string, answer: string) => ({
        type: 'checkout.completed',
        data: { email, quizState: { specialGoal: answer } },
      }),
    },
    {
      kind: 'entitlement',
      contentOf: (email: string, answer: string) => ({ data: { email, plan: { name: answer } } }),
    },
    {
      kind: 'conversion',
      contentOf: (email: string, answer: string) => ({
        emailSha256: sha256(email),
        contentId: sha256(answer),
      }),
    },
  ])('brings no delivery of the kind $kind into the export', async ({ kind, contentOf }) => {
    const [own, other] = [`own.${kind}@example.com`, `other.${kind}@example.com`];
    for (const [id, email, answer] of [
      [`own ${kind}`, own, other],
      [`other ${kind}`, other, own],
    ] as const) {
      const payload = JSON.stringify(contentOf(email, answer));
      await enqueue(database.db, { id, destination: 'there', kind, payload }, 0);
    }
    const { outbox } = JSON.parse((await run('export', own)).out).tables;
    expect(outbox.map(({ id }: { id: string }) => id)).toEqual([`own ${kind}`]);
  });

  it('is exported although the JSON of another delivery is damaged', async () => {
    const damaged = {
      id: 'damaged',
      destination: 'there',
      kind: 'lead',
      payload: '{"email":"max@example.com"',
    };
    await enqueue(database.db, damaged, 0);
    const payload = JSON.stringify({ email: 'max@example.com' });
    await enqueue(database.db, { ...damaged, id: 'whole', payload }, 0);
    const { outbox } = JSON.parse((await run('export', 'max@example.com')).out).tables;
    expect(outbox.map(({ id }: { id: string }) => id)).toEqual(['whole']);
  });

  it('brings nothing of that person into the export', async () => {
    const { ownDelivery } = await submitLeads('zed@example.com', 'bob@example.com');
    const { out } = await run('export', 'ZED@example.com');
    const { outbox, checkout_intents } = JSON.parse(out).tables;
    expect(outbox.map(({ id }: { id: string }) => id)).toEqual([ownDelivery]);
    expect(checkout_intents).toMatchObject([{ visit_id: 'visit of zed@example.com' }]);
    expect(out).not.toContain('bob@example.com');
  });

  it('is removed from that person’s delivery and checkout by an erasure, which deletes neither', async () => {
    const { otherDelivery } = await submitLeads('eve@example.com', 'dan@example.com');
    await run('delete', 'eve@example.com');
    const deliveries = await database.db
      .selectFrom('outbox')
      .select(['id', 'payload'])
      .where('id', '=', otherDelivery)
      .execute();
    expect(deliveries).toHaveLength(1);
    expect(JSON.parse(deliveries[0]?.payload ?? '')).toMatchObject({ email: 'dan@example.com' });
    expect(deliveries[0]?.payload).not.toContain('eve@example.com');
    const intents = await database.db
      .selectFrom('checkout_intents')
      .select('visit_id')
      .where('intent', 'like', '%dan@example.com%')
      .execute();
    expect(intents).toEqual([{ visit_id: 'visit of dan@example.com' }]);
  });
});
