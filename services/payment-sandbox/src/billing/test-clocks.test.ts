import { setUpCatalog, startTestSandbox } from '../sandbox.testkit.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const hourSeconds = 3600;
const weekSeconds = 7 * 24 * hourSeconds;

it('a test clock renews the subscriptions of its customers with their cards', async () => {
  const { stripe } = sandbox;
  const price = (await setUpCatalog(stripe)).get('plan1') ?? '';
  const start = Math.floor(Date.now() / 1000);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  const customer = await stripe.customers.create({ test_clock: clock.id, source: 'tok_visa' });
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    discounts: [{ coupon: 'plan1-off' }],
  });
  const latest = async () => {
    const { status, latest_invoice } = await stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice'],
    });
    return { status, invoice: latest_invoice };
  };
  const advance = (weeks: number) =>
    stripe.testHelpers.testClocks.advance(clock.id, {
      frozen_time: start + weeks * weekSeconds + 2 * hourSeconds,
    });
  expect(await latest()).toMatchObject({ status: 'active', invoice: { status: 'paid' } });
  expect((await advance(1)).status).toBe('ready');
  expect(await latest()).toMatchObject({
    status: 'active',
    invoice: { status: 'paid', billing_reason: 'subscription_cycle' },
  });
  await stripe.customers.update(customer.id, { source: 'tok_chargeCustomerFail' });
  await advance(2);
  expect(await latest()).toMatchObject({ status: 'past_due', invoice: { status: 'open' } });
  // Time only goes on.
  for (const weeks of [1, 2]) await expect(advance(weeks)).rejects.toMatchObject({ param: 'frozen_time' });
});

it('a subscription without a card is rejected', async () => {
  const { stripe } = sandbox;
  const price = (await setUpCatalog(stripe)).get('plan1') ?? '';
  const { id } = await stripe.customers.create({ email: 'buyer@example.com' });
  const created = stripe.subscriptions.create({ customer: id, items: [{ price }] });
  await expect(created).rejects.toThrow('no attached payment source');
  await expect(stripe.customers.create({ source: 'tok_other' })).rejects.toMatchObject({ param: 'source' });
});
