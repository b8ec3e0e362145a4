import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { findSubscription } from '../subscription-repository.ts';

describeOnEachEngine('a customer with several charges', (open) => {
  let funnel: PaidFunnel;
  beforeAll(async () => {
    funnel = await startPaidFunnel(await open());
  });
  afterAll(() => funnel.close());

  it.each([
    ['refunded', 'charge.refunded', { amount_refunded: 1 }, { was_refunded: 1, was_disputed: 0 }],
    ['disputed', 'charge.dispute.created', { disputed: true }, { was_refunded: 0, was_disputed: 1 }],
  ])('has its subscription marked if any of them was %s', async (_, type, change, flags) => {
    const { api } = funnel;
    for (const at of [0, 1, 2]) {
      const { sessionId } = await (await startVisit(funnel.app)).open();
      const subscription = api.complete(sessionId);
      const customer = sessionId.replace('cs_test', 'cus');
      const ids = [sessionId.replace('cs_test', 'ch'), `${customer}_2`, `${customer}_3`];
      const payment_intent = `pi_${subscription}`;
      for (const id of ids)
        api.charges.set(id, { id, customer, amount_refunded: 0, disputed: false, payment_intent });
      await funnel.send('checkout.session.completed', sessionId);
      await funnel.processEvents();
      expect(await findSubscription(funnel.app.context.database.db, subscription)).toMatchObject({
        was_refunded: 0,
        was_disputed: 0,
      });
      const changed = ids[at] ?? '';
      Object.assign(api.charges.get(changed) ?? {}, change);
      await funnel.send(type, changed);
      await funnel.processEvents();
      expect(await findSubscription(funnel.app.context.database.db, subscription)).toMatchObject(flags);
    }
  });
});
