import { once } from 'node:events';
import { request } from 'node:http';

import { sessionFor, startTestSandbox } from '../sandbox.testkit.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

async function open(change: object = {}) {
  const { stripe } = sandbox;
  return stripe.checkout.sessions.create({ ...(await sessionFor(stripe)), ...change });
}

const rejected = (number: string) => ({ status: 'rejected', errors: { number } });

describe('the form', () => {
  it('shows the plan, the renewal and the email', async () => {
    expect(await sandbox.view(await open())).toMatchObject({
      status: 'open',
      product: '4-WEEK PLAN',
      renewal: expect.stringMatching(/^Then \$39\.99 every 4 weeks, from \w+ \d+, \d{4}, until canceled\.$/),
      email: 'buyer@example.com',
    });
  });

  it('shows the text of the seller beside the button', async () => {
    const withText = await open({ custom_text: { submit: { message: 'You agree to our terms.' } } });
    expect(withText.custom_text.submit).toEqual({ message: 'You agree to our terms.' });
    expect(await sandbox.view(withText)).toMatchObject({ submitText: 'You agree to our terms.' });
    expect(await sandbox.view(await open())).toMatchObject({ submitText: null });
  });

  it('rejects a text of the seller that is longer than 1200 characters', async () => {
    const withText = (length: number) => open({ custom_text: { submit: { message: 'a'.repeat(length) } } });
    expect((await withText(1200)).status).toBe('open');
    await expect(withText(1201)).rejects.toMatchObject({ param: 'custom_text[submit][message]' });
  });

  it('has a policy that forbids inline scripts and embedding by other sites', async () => {
    const { headers } = await fetch(`${sandbox.url}/form/`);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toMatch(/frame-ancestors http:\/\/localhost:\* /);
  });

  it.each(['/v3/', '/v3', '/endive/stripe.js'])('is opened by the script at %s', async (path) => {
    const answer = await fetch(`${sandbox.url}${path}`);
    expect(answer.headers.get('content-type')).toMatch('text/javascript');
    expect(await answer.text()).toContain('"publishableKey":"pk_test_sandbox","version":"endive"');
  });

  it('does not show a session without its client secret and publishable key', async () => {
    const session = await open();
    const right = { clientSecret: session.client_secret, publishableKey: 'pk_test_sandbox' };
    const answers = [
      { ...right, publishableKey: 'pk_test_x' },
      { ...right, clientSecret: `${session.id}_secret_x` },
    ];
    const [otherKey, otherSecret] = await Promise.all(
      answers.map((body) => sandbox.post('/form/session', body)),
    );
    expect([otherKey?.status, otherSecret?.status]).toEqual([401, 404]);
  });

  it('rejects pages of other sites and public host names', async () => {
    for (const headers of [{ origin: 'https://shop.example' }, { host: 'shop.example' }]) {
      const call = request(`${sandbox.url}/v3/`, { headers }).end();
      const [answer] = await once(call, 'response');
      expect(answer.resume().statusCode).toBe(403);
    }
  });
});

describe('a card', () => {
  it('that is accepted pays the session, its subscription and its invoice', async () => {
    const { stripe } = sandbox;
    const { id, ...session } = await open();
    const result = await sandbox.pay({ id, ...session });
    expect(result).toEqual({
      status: 'complete',
      redirectUrl: `http://localhost:3000/payment-success?session_id=${id}`,
    });
    const paid = await stripe.checkout.sessions.retrieve(id, {
      expand: ['subscription.latest_invoice', 'customer'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 1999,
      client_secret: null,
      customer: { email: 'buyer@example.com' },
      subscription: {
        status: 'active',
        metadata: { planId: 'plan2' },
        latest_invoice: {
          status: 'paid',
          billing_reason: 'subscription_create',
          amount_paid: 1999,
          subtotal: 3999,
        },
      },
    });
    const { subscription: subscriptionId } = await stripe.checkout.sessions.retrieve(id);
    const subscription = await stripe.subscriptions.retrieve(String(subscriptionId));
    const [item] = subscription.items.data;
    expect(Number(item?.current_period_end) - Number(item?.current_period_start)).toBe(28 * 24 * 60 * 60);
    const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice));
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
  });

  it('that is declined can be followed by one that is accepted', async () => {
    const session = await open();
    expect(await sandbox.pay(session, '4000 0000 0000 0002')).toEqual(rejected('Your card was declined.'));
    expect(await sandbox.pay(session, '4000 0000 0000 9995')).toEqual(
      rejected('Your card has insufficient funds.'),
    );
    expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect(await sandbox.pay(session)).toMatchObject({ status: 'complete' });
  });

  it('that is not a test card is rejected', async () => {
    expect(await sandbox.pay(await open(), '4111 1111 1111 1111')).toEqual(
      rejected("This sandbox takes only Stripe's test cards, such as 4242 4242 4242 4242."),
    );
  });

  it('that is incomplete is rejected with an error per field', async () => {
    const { client_secret: clientSecret } = await open();
    const entry = {
      clientSecret,
      publishableKey: 'pk_test_sandbox',
      number: '4242',
      expiry: '01 / 20',
      cvc: '',
    };
    expect((await sandbox.post('/form/pay', entry)).body).toEqual({
      status: 'rejected',
      errors: {
        number: 'Your card number is incomplete.',
        expiry: "Your card's expiration date is in the past.",
        cvc: "Your card's security code is incomplete.",
      },
    });
  });

  it('that ends this month is valid until the end of the month', async () => {
    sandbox.clock.skippedMs = Date.UTC(2030, 0, 31, 23) - Date.now();
    const { client_secret: clientSecret } = await open();
    const payWith = async (expiry: string) => {
      const card = { number: '4242 4242 4242 4242', expiry, cvc: '123' };
      return (await sandbox.post('/form/pay', { clientSecret, publishableKey: 'pk_test_sandbox', ...card }))
        .body;
    };
    expect(await payWith('12 / 29')).toEqual({
      status: 'rejected',
      errors: { expiry: "Your card's expiration date is in the past." },
    });
    expect(await payWith('01 / 30')).toMatchObject({ status: 'complete' });
  });

  it.each(['4000 0027 6000 3184', '4000 0000 0000 3220'])(
    '%s pays after the bank has confirmed it',
    async (number) => {
      const session = await open();
      const { status, challengeId } = await sandbox.pay(session, number);
      expect(status).toBe('authentication');
      expect(await sandbox.answerChallenge(session, challengeId, true)).toMatchObject({ status: 'complete' });
    },
  );

  it('that the bank does not confirm pays nothing, and its challenge works once', async () => {
    const session = await open();
    const { challengeId } = await sandbox.pay(session, '4000 0000 0000 3220');
    const failed = await sandbox.answerChallenge(session, challengeId, false);
    expect(failed).toMatchObject({ errors: { number: expect.stringMatching('unable to authenticate') } });
    expect(await sandbox.answerChallenge(session, challengeId, true)).toMatchObject({ status: 'rejected' });
    expect((await sandbox.stripe.events.list({ type: 'customer.subscription.created' })).data).toEqual([]);
  });

  it('is charged once for a double click', async () => {
    const session = await open();
    const [first, second] = await Promise.all([sandbox.pay(session), sandbox.pay(session)]);
    expect(second).toEqual(first);
    expect((await sandbox.stripe.events.list({ type: 'customer.subscription.created' })).data).toHaveLength(
      1,
    );
  });
});

describe('a session', () => {
  it('that has ended rejects cards and shows its status', async () => {
    const session = await open();
    await sandbox.stripe.checkout.sessions.expire(session.id);
    expect(await sandbox.view(session)).toMatchObject({ status: 'expired' });
    expect(await sandbox.pay(session)).toEqual({ status: 'expired' });
  });

  it('expires automatically', async () => {
    const session = await open();
    sandbox.clock.skippedMs = 25 * 60 * 60 * 1000;
    expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });

  it('does not redirect if redirects are disabled', async () => {
    const session = await open({ redirect_on_completion: 'never', return_url: undefined });
    expect(await sandbox.pay(session)).toEqual({ status: 'complete', redirectUrl: null });
  });
});
