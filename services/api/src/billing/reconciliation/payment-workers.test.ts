import { createLog } from '@funnel/service-kit/log';

import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startPaidFunnel, startVisit } from '../paid-funnel.testkit.ts';
import { createStripeProvider } from '../stripe/stripe-client.ts';
import { findSubscription } from '../subscription-repository.ts';
import { startPaymentWorkers } from './payment-workers.ts';

const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};

describeOnEachEngine('the payment workers', (open) => {
  it('process webhook events, and check the sessions and subscriptions that are due', async () => {
    const funnel = await startPaidFunnel(await open());
    const { app, api } = funnel;
    const { db } = app.context.database;
    const openSession = async () => (await (await startVisit(app)).open()).sessionId;
    const [unreported, refunded] = [await openSession(), await openSession()];
    api.complete(unreported);
    const subscription = api.complete(refunded);
    await funnel.send('checkout.session.completed', refunded);
    await funnel.processEvents();
    Object.assign(api.charges.get(refunded.replace('cs_test', 'ch')) ?? {}, { amount_refunded: 1 });
    funnel.advance(5 * 60_000);
    await funnel.send('customer.created', 'cus_1');

    const workers = startPaymentWorkers(app.context, funnel.provider);
    const waiting = db.selectFrom('inbox').select('event_id').where('state', '=', 'waiting');
    await until(async () => (await waiting.execute()).length === 0);
    await until(async () => (await findSession(db, unreported))?.status === 'paid');
    await until(async () => (await findSubscription(db, subscription))?.was_refunded === 1);
    await Promise.all([workers.inbox.stop(), workers.checks.stop()]);
    await funnel.close();
  });

  it('create the catalog at the provider, and log if it could not be created, and what cannot be sold', async () => {
    const funnel = await startPaidFunnel(await open());
    const { stripe } = funnel.app.context.config;
    if (!stripe) throw new Error('not configured');
    const restarted = () => createStripeProvider(stripe, funnel.clock);
    const start = async (isDone: (lines: readonly string[]) => boolean, provider = funnel.provider) => {
      const lines: string[] = [];
      const log = createLog('warn', { write: (line: string) => void lines.push(line) });
      const workers = startPaymentWorkers({ ...funnel.app.context, log }, provider);
      await until(async () => isDone(lines));
      await Promise.all([workers.inbox.stop(), workers.checks.stop()]);
      return lines.map((line) => JSON.parse(line));
    };
    funnel.api.faults.isDown = true;
    expect(await start((lines) => lines.length > 0)).toMatchObject([
      { msg: 'catalog could not be set up', reason: 'StripeAPIError 503' },
    ]);
    funnel.api.faults.isDown = false;
    expect(await start(() => funnel.api.coupons.size === 6)).toEqual([]);

    for (const price of funnel.api.prices.values())
      price.active = !price.lookup_key.startsWith('funnel-plan2');
    expect(await start((lines) => lines.length > 1, restarted())).toMatchObject([
      {
        msg: 'part of the catalog cannot be sold',
        reason:
          'The price funnel-plan2-usd-4w-3999 is archived: reactivate the price in the dashboard, or change the plan’s amount',
      },
      {
        msg: 'part of the catalog cannot be sold',
        reason:
          'The price funnel-plan2-eur-4w-3999 is archived: reactivate the price in the dashboard, or change the plan’s amount',
      },
    ]);
    await funnel.close();
  });
});
