import { sql } from 'kysely';

import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { deliverAllDue } from '../deliveries/deliver-all-due.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { enqueuePlanEmails } from './enqueue-emails.ts';
import { startMailServer } from './mail-server.testkit.ts';

const insertionOrder = { sqlite: 'rowid', postgres: 'ctid' };

describeOnEachEngine('the plan of a mailbox', (open, engine) => {
  let database: Database;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
    mail = await startMailServer();
    funnel = await startPaidFunnel(database, {
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@candela.example',
      EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
      TRUST_PROXY: '1',
      RATE_LIMIT_PER_NETWORK: '3',
    });
  });
  beforeEach(() => {
    mail.messages.length = 0;
  });
  afterAll(() => Promise.all([funnel.close(), mail.close()]));

  const deliver = () => deliverAllDue(funnel.app);

  it('is that of the last of its leads, if several are stored at once', async () => {
    const lead = { specialGoal: null, origin: 'https://quiz.example.com', visitId: 'a-visit', setId: null };
    await enqueuePlanEmails(funnel.app.context, database.db, [
      {
        ...lead,
        email: 'ada@example.com',
        locale: 'en',
        quizAnswers: { 'Daily Time Commitment': '5 min/day' },
      },
      {
        ...lead,
        email: 'Ada@example.com',
        locale: 'de',
        quizAnswers: { 'Daily Time Commitment': '20 min/day' },
      },
    ]);
    await deliver();
    expect(mail.messages.map(({ text }) => /(\d+)\sMinuten/.exec(text ?? '')?.[1])).toEqual(['20']);
  });

  it('says that it follows from the answers only if there are some', async () => {
    const lead = { specialGoal: null, origin: 'https://quiz.example.com', visitId: 'a-visit', setId: null };
    const answers = { 'Daily Time Commitment': '20 min/day' };
    for (const [email, locale, quizAnswers] of [
      ['with-answers@example.com', 'en', answers],
      ['without-answers@example.com', 'en', {}],
      ['mit-antworten@example.com', 'de', answers],
      ['ohne-antworten@example.com', 'de', {}],
    ] as const) {
      await enqueuePlanEmails(funnel.app.context, database.db, [{ ...lead, email, locale, quizAnswers }]);
      await deliver();
    }
    expect(mail.messages.map(({ text }) => text?.split('\n')[0])).toEqual([
      'Here is the plan that you asked Candela for. It follows from your answers.',
      'Here is the plan that you asked Candela for.',
      'Hier ist der Plan, um den Sie Candela gebeten haben. Er ergibt sich aus Ihren Antworten.',
      'Hier ist der Plan, um den Sie Candela gebeten haben.',
    ]);
  });

  // Transactions that insert the same ids in different orders wait for each other until PostgreSQL ends one of them.
  it('is inserted in the order of the ids, whatever the order of the leads is', async () => {
    const lead = { specialGoal: null, origin: 'https://quiz.example.com', setId: null } as const;
    const leads = Array.from({ length: 8 }, (_, at) => ({
      ...lead,
      email: `ordered-${at}@example.com`,
      locale: 'en' as const,
      quizAnswers: {},
      visitId: `ordered-${at}`,
    }));
    await enqueuePlanEmails(funnel.app.context, database.db, leads);
    const { rows } = await sql<{ id: string }>`
      select id from outbox where visit_id like 'ordered-%' order by ${sql.raw(insertionOrder[engine])}`.execute(
      database.db,
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(8);
    expect(ids).toEqual(ids.toSorted());
    await deliver();
  });

  it('says that a program has written it, so that no mail program answers that its reader is away', async () => {
    expect((await funnel.app.post('/api/leads', aLead({ email: 'bob@example.com' }))).status).toBe(202);
    await deliver();
    expect(mail.messages.map(({ headers }) => headers.get('auto-submitted'))).toEqual(['auto-generated']);
  });

  it('is sent for as many leads of a network per hour as it may send per minute, whatever their IP is', async () => {
    const leave = async (email: string, ip: string) => {
      funnel.advance(60_000);
      // It counts by its own clock.
      if (engine === 'postgres')
        await sql`delete from rate_limits where key not like 'plan emails %'`.execute(database.db);
      const response = await funnel.app.post('/api/leads', aLead({ email }), { 'x-forwarded-for': ip });
      expect(response.status).toBe(202);
    };
    const warn = jest.spyOn(funnel.app.context.log, 'warn');
    for (const host of [1, 2, 3, 4, 5]) await leave(`stranger-${host}@example.com`, `198.51.100.${host}`);
    expect(warn.mock.calls).toEqual([
      [{ cause: 'leads' }, 'one network causes many plan emails: no more for an hour'],
    ]);
    await leave('neighbor@example.com', '198.51.101.1');
    await deliver();
    const recipients = mail.messages.map(({ headers }) => Object(headers.get('to')).text);
    expect(recipients.sort()).toEqual([
      'neighbor@example.com',
      'stranger-1@example.com',
      'stranger-2@example.com',
      'stranger-3@example.com',
    ]);
  });
});
