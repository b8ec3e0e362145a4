import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { deliverAllDue } from '../deliveries/deliver-all-due.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, startTestApp, testOperatorToken } from '../platform/service.testkit.ts';
import { enqueuePlanEmails, planEmailId } from './enqueue-emails.ts';
import { startMailServer } from './mail-server.testkit.ts';

const postalAddress = 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA';
const quizAnswers = {
  'Trading Experience': 'NO',
  'Trading Knowledge': "I've heard about it",
  'Daily Time Commitment': '15 min/day',
};

describeOnEachEngine('emails', (open, engine) => {
  let database: Database;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let senderStatus: number;
  let status: number;
  let messageStatus: number;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
    mail = await startMailServer({
      statusOfSender: () => senderStatus,
      statusOf: (address) => (address.startsWith('unknown') ? 450 : status),
      statusOfMessage: () => messageStatus,
    });
  });
  beforeEach(async () => {
    for (const table of [
      'outbox',
      'breakers',
      'leads',
      'checkout_sessions',
      'subscriptions',
      'inbox',
    ] as const)
      await database.db.deleteFrom(table).execute();
    if (engine === 'postgres') await sql`delete from rate_limits`.execute(database.db);
    mail.messages.length = 0;
    [senderStatus, status, messageStatus] = [250, 250, 250];
    funnel = await startPaidFunnel(database, {
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@candela.example',
      EMAIL_POSTAL_ADDRESS: postalAddress,
    });
  });
  afterEach(() => funnel.close());
  afterAll(() => mail.close());

  const deliver = () => deliverAllDue(funnel.app);
  const sendLead = async (email: string, changes: Parameters<typeof aLead>[0] = {}) => {
    const { cookie } = await startVisit(funnel.app);
    const lead = aLead({ email, quizAnswers, ...changes });
    const response = await funnel.app.post('/api/leads', lead, { cookie });
    expect(response.status).toBe(202);
  };
  const linkIn = (text = '') => /https?:\/\/\S+\/api\/unsubscribe\S+/.exec(text)?.[0] ?? '';
  const pathOf = (link: string) => link.replace(funnel.app.origin, '');
  const state = async () =>
    (await database.db.selectFrom('outbox').select(['id', 'state', 'last_error']).execute()).map(
      ({ id, ...row }) => ({ id: id.slice(0, 11), ...row }),
    );

  it('sends the personal plan once after the lead, as text and as HTML, with postal address and unsubscribe link', async () => {
    await sendLead('Ada@example.com');
    await sendLead('ada@example.com');
    await deliver();
    await deliver();
    expect(mail.messages).toHaveLength(1);
    const [message] = mail.messages;
    expect(message?.subject).toBe('Your personalized trading plan');
    expect(message?.from?.text).toBe('"Candela" <hello@candela.example>');
    expect(message?.headers.get('to')).toMatchObject({ text: 'Ada@example.com' });
    expect(message?.messageId).toMatch(/^<email_plan_[0-9a-f]{32}@candela\.example>$/);
    for (const body of [message?.text, String(message?.html)]) {
      expect(body).toContain('Your goal: Buy a house');
      // 5 + 12 + 12
      expect(body).toContain('Your success assessment: 29 of 100 points');
      expect(body).toContain('Your first 7-day trading task, about 15 minutes a day:');
      expect(body).toContain('Day 1: Learn five terms: order, spread, stop loss, volume and trend.');
      expect(body).toContain(`${funnel.app.origin}/final`);
      expect(body).toContain('For education only. Trading carries a high risk of losing capital.');
      expect(body).toContain(postalAddress);
    }
    expect(message?.html).toContain(
      `<img src="${funnel.app.origin}/brand/icon-192.png" width="32" height="32" alt=""`,
    );
    expect(message?.html).toContain('<strong>Candela</strong>');
    const link = linkIn(message?.text);
    const lines = message?.headerLines.map(({ line }) => line.replaceAll(/\s+/g, ' ')) ?? [];
    expect(lines).toContain(`List-Unsubscribe: <${link}>`);
    expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(link).not.toContain('example.com');
  });

  it('sends one plan to a mailbox, however its address is spelled, and none to an address that needs quotes', async () => {
    for (const email of ['ada@example.com', 'ADA@example.com', 'ada+1@example.com', '<ada@example.com'])
      await sendLead(email);
    await sendLead('ada@example.com>');
    await deliver();
    expect(mail.messages.map(({ headers }) => headers.get('to'))).toMatchObject([
      { text: 'ada@example.com' },
    ]);
    expect(await database.db.selectFrom('leads').select('id').execute()).toHaveLength(5);
  });

  it('sends one plan to a Gmail mailbox, wherever its address has dots, and none if it was unsubscribed with dots', async () => {
    const sha256 = createHash('sha256').update('e.v.e@gmail.com').digest('hex');
    await database.db.insertInto('unsubscribed_emails').values({ email_sha256: sha256, at: 0 }).execute();
    for (const email of ['a.da@gmail.com', 'ad.a@googlemail.com', 'ada@gmail.com', 'e.v.e@gmail.com'])
      await sendLead(email);
    await deliver();
    expect(mail.messages.map(({ headers }) => headers.get('to'))).toMatchObject([{ text: 'a.da@gmail.com' }]);
  });

  it('sends no plan to a Gmail mailbox that was unsubscribed with dots, if leads of one transaction spell it differently', async () => {
    const sha256 = createHash('sha256').update('z.o.e@gmail.com').digest('hex');
    await database.db.insertInto('unsubscribed_emails').values({ email_sha256: sha256, at: 0 }).execute();
    const recipient = {
      quizAnswers: {},
      specialGoal: null,
      locale: 'en',
      origin: 'https://quiz.example.com',
    } as const;
    await enqueuePlanEmails(
      funnel.app.context,
      database.db,
      ['z.o.e@gmail.com', 'zoe@gmail.com'].map((email) => ({
        ...recipient,
        email,
        visitId: 'v',
        setId: null,
      })),
    );
    await deliver();
    expect(mail.messages).toEqual([]);
  });

  it('sends no second plan to a Gmail mailbox whose plan was enqueued when dots still counted', async () => {
    await sendLead('ida@example.com');
    const sha256 = createHash('sha256').update('i.da@gmail.com').digest('hex');
    await database.db
      .updateTable('outbox')
      .set({ id: planEmailId(funnel.app.context, sha256) })
      .execute();
    await sendLead('i.da@gmail.com');
    await deliver();
    expect(mail.messages.map(({ headers }) => headers.get('to'))).toMatchObject([
      { text: 'ida@example.com' },
    ]);
  });

  it('sends plans to as many mailboxes per hour as an IP may send leads per minute, and stores every lead', async () => {
    const few = await startPaidFunnel(database, {
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@candela.example',
      EMAIL_POSTAL_ADDRESS: postalAddress,
      RATE_LIMIT_PER_MINUTE: '3',
    });
    let sent = 0;
    const leave = async (viaCheckout = false) => {
      const email = `stranger-${++sent}@example.com`;
      few.advance(60_000);
      // PostgreSQL counts by its own clock, which the test cannot advance.
      if (engine === 'postgres')
        await sql`delete from rate_limits where key not like 'plan emails %'`.execute(database.db);
      const visit = await startVisit(few.app);
      if (viaCheckout) await visit.open({ email });
      else await few.app.post('/api/leads', aLead({ email }), { cookie: visit.cookie });
    };
    const recipients = async () =>
      (await database.db.selectFrom('outbox').select('payload').where('kind', '=', 'email').execute()).map(
        ({ payload }) => /\d+/.exec(JSON.parse(payload).to)?.[0],
      );
    for (let lead = 0; lead < 5; lead++) await leave();
    expect(await recipients()).toEqual(['1', '2', '3']);
    for (let order = 0; order < 5; order++) await leave(true);
    expect(await recipients()).toEqual(['1', '2', '3', '6', '7', '8']);
    expect(await database.db.selectFrom('leads').select('id').execute()).toHaveLength(10);
    few.advance(3_600_000);
    if (engine === 'postgres')
      await sql`update rate_limits set expire = expire - 3600000`.execute(database.db);
    await leave();
    expect(await recipients()).toContain('11');
    await few.close();
  });

  if (engine === 'postgres')
    it('sends no more plans with two replicas than with one', async () => {
      const environment = {
        SMTP_URL: mail.url,
        MAIL_FROM: 'hello@candela.example',
        EMAIL_POSTAL_ADDRESS: postalAddress,
        RATE_LIMIT_PER_MINUTE: '4',
      };
      const replicas = [
        await startTestApp({ database: await open(), environment }),
        await startTestApp({ database: await open(), environment }),
      ];
      for (let lead = 0; lead < 8; lead++) {
        await sql`delete from rate_limits where key not like 'plan emails %'`.execute(database.db);
        const body = aLead({ email: `stranger-${lead}@example.com` });
        expect((await replicas[lead % 2]?.post('/api/leads', body))?.status).toBe(202);
      }
      expect(await database.db.selectFrom('leads').select('id').execute()).toHaveLength(8);
      const emails = database.db.selectFrom('outbox').select('id').where('kind', '=', 'email');
      expect(await emails.execute()).toHaveLength(4);
      for (const replica of replicas) await replica.close();
    });

  it.each(['You won. Collect: https://evil.example', 'constructor', 'Not specified'])(
    'contains no goal that the quiz does not offer: %s',
    async (specialGoal) => {
      await sendLead('ada@example.com', { specialGoal });
      await deliver();
      expect(mail.messages).toHaveLength(1);
      for (const text of ['Your goal', 'evil.example', 'native code'])
        expect(`${mail.messages[0]?.text}${String(mail.messages[0]?.html)}`).not.toContain(text);
    },
  );

  it('are not held up by recipients that the mail server does not take now', async () => {
    for (let batch = 0; batch < 4; batch++) {
      await sendLead(`unknown-${batch}@example.com`);
      await deliver();
    }
    await sendLead('ada@example.com');
    await deliver();
    expect(mail.messages).toHaveLength(1);
  });

  it('are held back while the mail server closes, whatever their recipient is', async () => {
    status = 421;
    for (let batch = 0; batch < 3; batch++) {
      await sendLead(`gus-${batch}@example.com`);
      await deliver();
    }
    await sendLead('ada@example.com');
    await deliver();
    const waiting = await database.db.selectFrom('outbox').select('attempts').orderBy('attempts').execute();
    expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 1, 1, 1]);
  });

  it('wait while the mail server rejects their sender, and are sent when its settings are right', async () => {
    senderStatus = 530;
    for (let batch = 0; batch < 3; batch++) {
      await sendLead(`eve-${batch}@example.com`);
      await deliver();
    }
    const rows = await database.db.selectFrom('outbox').select(['state', 'last_error']).execute();
    expect(rows).toEqual(Array(3).fill({ state: 'waiting', last_error: 'EENVELOPE 530' }));
    senderStatus = 250;
    funnel.advance(3_600_000);
    await deliver();
    await deliver();
    expect(mail.messages).toHaveLength(3);
  });

  it('sends the confirmation once after the payment, with what was paid and what renews', async () => {
    const visit = await startVisit(funnel.app, 'EUR');
    await funnel.app.post('/api/leads', aLead({ email: 'vera@example.com' }), { cookie: visit.cookie });
    await deliver();
    mail.messages.length = 0;
    const { sessionId } = await visit.open({ quizState: { quizAnswers, specialGoal: null, email: null } });
    funnel.api.complete(sessionId);
    for (const id of ['evt_1', 'evt_2']) {
      await funnel.send('checkout.session.completed', sessionId, { id });
      await funnel.processEvents();
      await deliver();
    }
    expect(mail.messages.map(({ subject }) => subject)).toEqual(['Payment Successful!']);
    const text = mail.messages[0]?.text;
    expect(text).toContain('Thank you for purchasing the 4-WEEK PLAN.');
    expect(text).toContain('Paid today: €19.99');
    expect(text).toContain('First 4 weeks at €19.99, then €39.99 every 4 weeks until canceled.');
    expect(text).toContain(
      'Cancel any time in your profile settings, at least 24 hours before the period ends.',
    );
    expect(text).toContain(`Transaction ID: ${sessionId}`);
    expect(text).toContain('about 15 minutes a day');
    expect(text).toContain(postalAddress);
  });

  it('sends the confirmation of a payment also to a mailbox that has unsubscribed, without a link to unsubscribe', async () => {
    await sendLead('vera@example.com');
    await deliver();
    await funnel.app.request(pathOf(linkIn(mail.messages[0]?.text)), { method: 'POST' });
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open({ email: 'vera@example.com' });
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.processEvents();
    mail.messages.length = 0;
    await deliver();
    expect(mail.messages.map(({ subject }) => subject)).toEqual(['Payment Successful!']);
    expect(linkIn(mail.messages[0]?.text)).toBe('');
    expect(mail.messages[0]?.headerLines.filter(({ key }) => key.startsWith('list-unsubscribe'))).toEqual([]);
  });

  it('asks before it unsubscribes, and accepts the one click of a mail program', async () => {
    await sendLead('bob@example.com');
    await deliver();
    const path = pathOf(linkIn(mail.messages[0]?.text));
    const question = await funnel.app.request(path);
    expect([question.status, question.headers.get('referrer-policy'), await question.text()]).toEqual([
      200,
      'no-referrer', // The URL of the page says whose mailbox it is.
      expect.stringContaining('<form method="post">'),
    ]);
    // Browsers send a form only where this directive allows it. https://www.w3.org/TR/CSP3/#directive-form-action
    expect(question.headers.get('content-security-policy')).toContain("form-action 'self'");
    await database.db.deleteFrom('outbox').execute();
    await sendLead('bob@example.com');
    await deliver();
    expect(mail.messages).toHaveLength(2);

    const body = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const done = await funnel.app.request(path, { method: 'POST', headers, body });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You are unsubscribed.')]);
    await database.db.deleteFrom('outbox').execute();
    await sendLead('Bob@example.com');
    await deliver();
    expect(mail.messages).toHaveLength(2);
    const forged = `${path.slice(0, -4)}AAAA`;
    for (const wrong of [forged, path.slice(0, -4), `${path}A`, `${path}AAAA`, '/api/unsubscribe?token=x'])
      expect((await funnel.app.request(wrong, { method: 'POST', headers, body })).status).toBe(404);
    expect((await funnel.app.request('/api/unsubscribe')).status).toBe(404);
  });

  it('does not send a waiting email to a mailbox that has unsubscribed since', async () => {
    await sendLead('eve+news@example.com');
    await deliver();
    const path = pathOf(linkIn(mail.messages[0]?.text));
    await database.db.updateTable('outbox').set({ state: 'waiting', due_at: 0 }).execute();
    await funnel.app.request(path, { method: 'POST' });
    await sendLead('eve@example.com');
    await deliver();
    expect(mail.messages).toHaveLength(1);
  });

  it('does not send a dead email to a mailbox that has unsubscribed since, also after an operator redelivers it', async () => {
    await sendLead('fay@example.com');
    await deliver();
    const path = pathOf(linkIn(mail.messages[0]?.text));
    await database.db.updateTable('outbox').set({ state: 'dead' }).execute();
    await funnel.app.request(path, { method: 'POST' });
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const request = { destination: 'smtp', state: 'dead' };
    expect((await funnel.app.post('/api/deliveries/redeliver', request, headers)).status).toBe(200);
    await deliver();
    expect(mail.messages).toHaveLength(1);
  });

  it('retries a busy mail server under the same Message-ID, and gives up on a rejected recipient', async () => {
    status = 450;
    await sendLead('cyd@example.com');
    await deliver();
    expect(await state()).toEqual([{ id: 'email_plan_', state: 'waiting', last_error: 'EENVELOPE 450' }]);
    status = 250;
    const causedAt = funnel.clock();
    funnel.advance(3_600_000);
    await deliver();
    expect(mail.messages).toHaveLength(1);
    expect(mail.messages[0]?.date?.getTime()).toBe(causedAt);
    status = 550;
    await sendLead('dan@example.com');
    await deliver();
    expect((await state()).find(({ state: name }) => name === 'dead')).toEqual({
      id: 'email_plan_',
      state: 'dead',
      last_error: 'EENVELOPE 550',
    });
  });

  it.each([
    [451, 'waiting'],
    [554, 'dead'],
  ])('is, after the mail server has answered %i to the message, %s', async (answered, expected) => {
    messageStatus = answered;
    await sendLead(`hal-${answered}@example.com`);
    await deliver();
    const delivery = { id: 'email_plan_', state: expected, last_error: `EMESSAGE ${answered}` };
    expect(await state()).toEqual([delivery]);
  });

  it('sends nothing without a mail server', async () => {
    const silent = await startPaidFunnel(database);
    await silent.app.post('/api/leads', aLead());
    expect(await state()).toEqual([]);
    await silent.close();
  });
});
