import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { enqueue } from '../deliveries/outbox-repository.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { refuseWrites } from '../platform/refuse-writes.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { runPrivacy } from './privacy-command.ts';

const destinations = {
  AD_PLATFORM_URL: 'http://127.0.0.1:9/ads',
  AD_PLATFORM_PIXEL_ID: 'PX-1',
  SMTP_URL: 'smtp://127.0.0.1:9',
  APP_WEBHOOK_URL: 'http://127.0.0.1:9/app',
  APP_WEBHOOK_SECRET: `whsec_${'a'.repeat(44)}`,
};

describeOnEachEngine('a buyer', (open, engine) => {
  let database: Database;
  let funnel: PaidFunnel;
  const run = (...args: string[]) => runPrivacy(args, async () => ({ database, dataDir: null }));
  const db = () => database.db;

  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database, destinations);
  });
  afterAll(() => funnel.close());

  /** Leaves an email, buys, and returns what the success page received. */
  async function buy(email: string) {
    const visitor = await startVisit(funnel.app);
    await funnel.app.post('/api/leads', aLead({ email, specialGoal: 'A house' }), { cookie: visitor.cookie });
    const { sessionId } = await visitor.open({ email });
    const subscriptionId = funnel.api.complete(sessionId);
    const { activationToken } = await visitor.read(sessionId);
    return { sessionId, subscriptionId, activationToken };
  }
  const redeem = async (token: string | undefined) =>
    (await funnel.app.post('/api/activation', { token })).status;

  it('is exported with a subscription that only its checkout session is linked to', async () => {
    const { sessionId, subscriptionId } = await buy('ada@example.com');
    // The session does not name its subscription, as after a crash between the two.
    await db()
      .updateTable('checkout_sessions')
      .set({ subscription_id: null })
      .where('id', '=', sessionId)
      .execute();
    const { tables } = JSON.parse((await run('export', 'ada@example.com')).out);
    expect(tables.subscriptions).toMatchObject([{ id: subscriptionId, status: 'active' }]);
    const { out } = await run('delete', 'ada@example.com');
    expect(out).toContain(`Subscription ${subscriptionId} is still billed.`);
  });

  it('is exported with a subscription that only the checkout session names', async () => {
    const { subscriptionId } = await buy('carl@example.com');
    await db()
      .updateTable('subscriptions')
      .set({ checkout_session_id: null })
      .where('id', '=', subscriptionId)
      .execute();
    const { tables } = JSON.parse((await run('export', 'carl@example.com')).out);
    expect(tables.subscriptions).toMatchObject([{ id: subscriptionId }]);
    const { out } = await run('delete', 'carl@example.com');
    expect(out).toContain(`Subscription ${subscriptionId} is still billed.`);
  });

  it.each(['canceled', 'incomplete_expired'])(
    'whose subscription is %s is not reported as still billed',
    async (status) => {
      const { subscriptionId } = await buy('dora@example.com');
      await db().updateTable('subscriptions').set({ status }).where('id', '=', subscriptionId).execute();
      const { out } = await run('delete', 'dora@example.com');
      expect(out).toContain('Erased the data about dora@example.com');
      expect(out).not.toContain('still billed');
    },
  );

  it('with an open payment form is reported with it, and gets no email if it is paid after the erasure', async () => {
    const visitor = await startVisit(funnel.app);
    const { sessionId } = await visitor.open({ email: 'olga@example.com' });
    const { out } = await run('delete', 'olga@example.com');
    expect(out).toContain(`Checkout session ${sessionId} can still be paid.`);
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.processEvents();
    const session = db().selectFrom('checkout_sessions').selectAll().where('id', '=', sessionId);
    expect((await session.executeTakeFirst())?.status).toBe('paid');
    const emails = db().selectFrom('outbox').select('id').where('kind', '=', 'email');
    expect((await emails.execute()).filter(({ id }) => id.includes(sessionId))).toEqual([]);
    expect((await run('delete', 'olga@example.com')).out).not.toContain('can still be paid');
  });

  it('who is erased while the payment provider opens their form leaves nothing, and can order again', async () => {
    const visitor = await startVisit(funnel.app);
    const email = 'ines@example.com';
    funnel.api.hooks.whenCreated = async () => {
      funnel.api.hooks.whenCreated = async () => {};
      await run('delete', email);
    };
    expect((await visitor.post({ email })).status).toBe(502);
    expect(JSON.parse((await run('export', email)).out).tables).toMatchObject({
      leads: [],
      checkout_sessions: [],
      checkout_intents: [],
    });
    expect((await visitor.open({ email })).amountMinor).toBe(1999);
  });

  it('is erased with their answers, goal, IP, browser, and client secret', async () => {
    const { sessionId } = await buy('eve@example.com');
    const session = db()
      .selectFrom('checkout_sessions')
      .select(['email', 'client_secret', 'ad_trace', 'quiz_state', 'amount_minor', 'status'])
      .where('id', '=', sessionId);
    // As earlier versions left it.
    await db()
      .updateTable('checkout_sessions')
      .set({
        client_secret: 'a-secret',
        ad_trace: '{"address":"127.0.0.1"}',
        quiz_state: '{"quizAnswers":{"Age":"45+"}}',
      })
      .where('id', '=', sessionId)
      .execute();
    await run('delete', 'eve@example.com');
    const erased = await session.executeTakeFirstOrThrow();
    expect(erased).toMatchObject({ client_secret: '', ad_trace: null, quiz_state: null });
    expect(erased).toMatchObject({ amount_minor: 1999, status: 'paid' });
    const leads = await db()
      .selectFrom('leads')
      .select(['special_goal', 'quiz_answers', 'answers_summary'])
      .where('email', '=', erased.email)
      .execute();
    expect(leads).toEqual([{ special_goal: '', quiz_answers: '{}', answers_summary: '' }]);
  });

  it('is kept as a whole if a part of the erasure fails', async () => {
    const email = 'nora@example.com';
    await buy(email);
    const refused = { write: 'delete', table: 'activation_tokens', reason: 'refused by the test' };
    const allow = await refuseWrites(db(), engine, refused);
    await expect(run('delete', email)).rejects.toThrow('refused by the test');
    await allow();
    const { tables } = JSON.parse((await run('export', email)).out);
    expect(tables).toMatchObject({ leads: [{ email }], checkout_sessions: [{ email }] });
  });

  it('cannot use an activation link that was issued before the erasure', async () => {
    const kept = await buy('frida@example.com');
    const erased = await buy('gus@example.com');
    await run('delete', 'gus@example.com');
    expect(await redeem(erased.activationToken)).toBe(404);
    expect(await redeem(kept.activationToken)).toBe(200);
  });

  it('is erased with the delivery of their answers to the app, and not with that of their subscription', async () => {
    const { sessionId, subscriptionId } = await buy('jon@example.com');
    const deliveries = db()
      .selectFrom('outbox')
      .select('id')
      .where(({ eb, or }) =>
        or([eb('id', '=', `checkout_${sessionId}`), eb('id', 'like', `subscription_${subscriptionId}_%`)]),
      )
      .orderBy('id');
    const [ofAnswers, ofSubscription, ...others] = await deliveries.execute();
    expect([ofAnswers?.id, others]).toEqual([`checkout_${sessionId}`, []]);
    await run('delete', 'jon@example.com');
    expect(await deliveries.execute()).toEqual([ofSubscription]);
  });

  it('is erased with a count of only those deliveries that were not sent yet', async () => {
    const deliver = (id: string, kind: string) =>
      enqueue(
        db(),
        { id, destination: 'there', kind, payload: JSON.stringify({ email: 'hal@example.com' }) },
        0,
      );
    for (const id of ['waiting', 'sent', 'dead']) await deliver(id, 'lead');
    await deliver('change-of-subscription', 'entitlement');
    await db().updateTable('outbox').set({ state: 'delivered' }).where('id', '=', 'sent').execute();
    await db().updateTable('outbox').set({ state: 'dead' }).where('id', '=', 'dead').execute();
    const { out } = await run('delete', 'hal@example.com');
    expect(out.match(/^Deliveries of kind .*/gm)).toEqual([
      'Deliveries of kind lead canceled before they were sent: 1.',
    ]);
    const rest = await db().selectFrom('outbox').select('id').where('destination', '=', 'there').execute();
    expect(rest).toEqual([{ id: 'change-of-subscription' }]);
  });

  it('is reported as not completely erased while other data contains the email', async () => {
    await db().insertInto('settings').values({ key: 'a-note', value: 'Call ida@example.com back' }).execute();
    const { status, out } = await run('delete', 'ida@example.com');
    expect(status).toBe(1);
    expect(out).toContain('The email is still in settings.value');
    await db().deleteFrom('settings').where('key', '=', 'a-note').execute();
    expect((await run('delete', 'ida@example.com')).status).toBe(0);
  });
});
