import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine, startTestApp } from '../../platform/service.testkit.ts';
import { startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { signedWebhookEvent } from '../stripe/signed-webhook-event.testkit.ts';
import { createStripeProvider } from '../stripe/stripe-client.ts';

describeOnEachEngine('requests with webhook events', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await database.db.deleteFrom('inbox').execute();
    funnel = await startPaidFunnel(database);
  });
  afterEach(() => funnel.close());

  const inbox = () => database.db.selectFrom('inbox').selectAll().execute();

  it.each([
    ['forged', { secret: 'whsec_forged' }, 0, 0],
    ['truncated', {}, 0, 1],
    ['older than 300 s', {}, -301_000, 0],
    ['from the future', {}, 61_000, 0],
  ])('are rejected without a row if %s', async (_, options, shiftMs, cutOff) => {
    const request = signedWebhookEvent('customer.created', 'cus_1', {
      ...options,
      atMs: funnel.clock() + shiftMs,
    });
    const body = request.body.slice(0, request.body.length - cutOff);
    const response = await funnel.app.request('/api/webhooks/stripe', { ...request, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'bad-signature' });
    expect(await inbox()).toEqual([]);
  });

  it('are acknowledged again and stored once if repeated within 300 s', async () => {
    const request = signedWebhookEvent('customer.created', 'cus_1', { atMs: funnel.clock() });
    for (const laterMs of [0, 1000, 298_000]) {
      funnel.advance(laterMs);
      expect((await funnel.app.request('/api/webhooks/stripe', request)).status).toBe(200);
    }
    expect(await inbox()).toHaveLength(1);
    funnel.advance(2000);
    expect((await funnel.app.request('/api/webhooks/stripe', request)).status).toBe(400);
  });

  it('are accepted with the secret that is being replaced, and rejected beyond 256 KB', async () => {
    expect(await funnel.send('customer.created', 'cus_1', { secret: 'whsec_previous' })).toBe(200);
    expect(await funnel.send('customer.created', 'x'.repeat(256 * 1024))).toBe(413);
    expect(await inbox()).toHaveLength(1);
  });

  it('are accepted up to 256 KB, because an object of Stripe may be large', async () => {
    expect(await funnel.send('customer.created', 'x'.repeat(255 * 1024))).toBe(200);
    expect(await inbox()).toHaveLength(1);
  });

  it('are rejected if no keys are configured', async () => {
    const app = await startTestApp({ database });
    const request = signedWebhookEvent('customer.created', 'cus_1', { atMs: funnel.clock() });
    expect((await app.request('/api/webhooks/stripe', request)).status).toBe(503);
    await app.close();
  });

  it('for tests are acknowledged with a warning by a service with a live key, and not stored', async () => {
    const { stripe } = funnel.app.context.config;
    if (!stripe) throw new Error('not configured');
    const payments = createStripeProvider({ ...stripe, secretKey: 'sk_live_example' }, funnel.clock);
    const app = await startTestApp({ database, clock: funnel.clock, dependencies: { payments } });
    const warn = jest.spyOn(app.context.log, 'warn');
    const send = async (id: string, livemode: boolean) => {
      const signed = signedWebhookEvent('checkout.session.completed', 'cs_1', {
        id,
        livemode,
        atMs: funnel.clock(),
      });
      return (await app.request('/api/webhooks/stripe', signed)).status;
    };
    expect(await send('evt_test', false)).toBe(200);
    expect(await send('evt_live', true)).toBe(200);
    expect((await inbox()).map((row) => row.event_id)).toEqual(['evt_live']);
    expect(warn.mock.calls).toEqual([
      [
        { event: 'evt_test', type: 'checkout.session.completed' },
        'test event ignored: the key is live, but STRIPE_WEBHOOK_SECRET also has the secret of a test endpoint',
      ],
    ]);
    await app.close();
  });
});
