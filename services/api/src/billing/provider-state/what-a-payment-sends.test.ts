import { removedEmail } from '../../platform/emails/removed-email.ts';
import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startPaidFunnel, startVisit, type PaidFunnel } from '../paid-funnel.testkit.ts';

describeOnEachEngine('a payment', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  let sessionId: string;
  let subscription: string;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    for (const table of ['inbox', 'outbox', 'events', 'subscriptions', 'checkout_sessions'] as const)
      await database.db.deleteFrom(table).execute();
    funnel = await startPaidFunnel(database, {
      APP_WEBHOOK_URL: 'http://127.0.0.1:1',
      APP_WEBHOOK_SECRET: `whsec_${'a'.repeat(44)}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'plan@candela.example',
      META_PIXEL_ID: '12345',
      META_ACCESS_TOKEN: 'token',
      CONSENT: 'implied',
    });
    ({ sessionId } = await (await startVisit(funnel.app)).open());
    subscription = funnel.api.complete(sessionId);
    // The opening of the checkout has its own deliveries.
    await database.db.deleteFrom('outbox').execute();
  });
  afterEach(() => funnel.close());

  async function receive() {
    await funnel.send('checkout.session.completed', sessionId);
    expect(await funnel.processEvents()).toBe(1);
    expect(await findSession(database.db, sessionId)).toMatchObject({ status: 'paid' });
    const purchases = database.db.selectFrom('events').selectAll().where('name', '=', 'Purchase');
    expect(await purchases.execute()).toHaveLength(1);
    const deliveries = await database.db.selectFrom('outbox').select('kind').orderBy('kind').execute();
    return deliveries.map(({ kind }) => kind);
  }

  it('is confirmed by email, and reported to the app and to ad platforms', async () => {
    expect(await receive()).toEqual(['answers', 'conversion', 'email', 'entitlement']);
  });

  it('of a subscription that has ended is stored, and reported as no sale', async () => {
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'canceled' });
    expect(await receive()).toEqual(['entitlement']);
  });

  it('of a session whose email was removed is confirmed to nobody', async () => {
    await database.db.updateTable('checkout_sessions').set({ email: removedEmail }).execute();
    expect(await receive()).toEqual(['conversion']);
  });

  it('of a plan that is no longer sold names the plan by its id', async () => {
    await database.db.updateTable('checkout_sessions').set({ plan_id: 'plan99' }).execute();
    expect(await receive()).toEqual(['answers', 'conversion', 'entitlement']);
    const sent = await database.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '<>', 'conversion')
      .execute();
    const plans = sent.map(({ payload }) => JSON.parse(payload).data.plan);
    expect(plans).toEqual(Array(2).fill({ planId: 'plan99', name: 'plan99' }));
  });
});
