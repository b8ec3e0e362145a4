import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { unsubscribeLink } from '../emails/unsubscribe-link.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { runPrivacy } from './privacy-command.ts';

describeOnEachEngine('an unsubscribed email', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database, {
      SMTP_URL: 'smtp://127.0.0.1:9',
      EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
    });
  });
  afterAll(() => funnel.close());

  const erase = (email: string) => runPrivacy(['delete', email], async () => ({ database, dataDir: null }));
  const sendLead = async (email: string) => {
    const { cookie } = await startVisit(funnel.app);
    expect((await funnel.app.post('/api/leads', aLead({ email }), { cookie })).status).toBe(202);
  };
  const recipients = async () => {
    const rows = await database.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'email')
      .execute();
    return rows.map(({ payload }) => JSON.parse(payload).to);
  };

  it('stays unsubscribed when its owner is erased', async () => {
    for (const email of ['ada@example.com', 'bob@example.com']) await sendLead(email);
    expect(await recipients()).toEqual(['ada@example.com', 'bob@example.com']);
    const link = unsubscribeLink(
      funnel.app.origin,
      { to: 'ada@example.com', locale: 'en' },
      funnel.app.context.keys('unsubscribe'),
    );
    const answer = await funnel.app.request(link.replace(funnel.app.origin, ''), { method: 'POST' });
    expect(answer.status).toBe(200);
    for (const email of ['ada@example.com', 'bob@example.com'])
      expect((await erase(email)).out).toContain(`Erased the data about ${email}.`);
    expect(await recipients()).toEqual([]);

    for (const email of ['Ada@example.com', 'bob@example.com']) await sendLead(email);
    expect(await recipients()).toEqual(['bob@example.com']);
    await erase('ada@example.com');
    expect((await erase('ada@example.com')).out).toBe(
      'No data about ada@example.com.\nThe email stays unsubscribed: its hash is kept for that.',
    );
    // Another spelling of the same mailbox.
    expect((await erase('ada+news@EXAMPLE.com')).out).toContain('The email stays unsubscribed');
  });
});
