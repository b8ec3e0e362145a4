import { CatalogMismatchError } from './catalog.ts';
import { startStripeAccount, type StripeAccount } from './stripe-account.testkit.ts';

let account: StripeAccount;
beforeAll(async () => {
  account = await startStripeAccount();
});
afterAll(() => account.close());

const calls = () => account.calls().map(({ call }) => call);
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (reason: unknown) => reason,
  );

describe('a call that fails', () => {
  const failWith = (status: number, error: object) => {
    const provider = account.open({ answers: { 'GET /v1/invoices/in_1': { status, error } } });
    return errorOf(provider.readInvoice('in_1')).then((reason) => ({ provider, reason }));
  };

  it.each([
    [500, { type: 'api_error' }, 'StripeAPIError 500 req_1'],
    [
      400,
      { type: 'invalid_request_error', code: 'parameter_missing', param: 'id', message: 'vera@example.com' },
      'StripeInvalidRequestError parameter_missing id 400 req_1',
    ],
    [401, { type: 'invalid_request_error' }, 'StripeAuthenticationError 401 req_1'],
  ])('with %i is described by what support needs, and nothing that a customer typed', async (...args) => {
    const [status, error, expected] = args;
    const { provider, reason } = await failWith(status, error);
    expect(provider.failureOf(reason)).toBe(expected);
  });

  it('because of the catalog is described by what the operator has to fix', () => {
    const mismatch = new CatalogMismatchError('a price is archived');
    expect(account.open({}).failureOf(mismatch)).toBe('a price is archived');
  });

  it.each([
    [409, 'idempotency_key_in_use', true],
    [400, 'parameter_missing', false],
    [500, undefined, false],
  ])('with %i (%s) may have had its effect: %s', async (status, code, expected) => {
    const { provider, reason } = await failWith(status, { type: 'invalid_request_error', code });
    expect(provider.isUncertain(reason)).toBe(expected);
  });

  it('without a response may have had its effect, and our own error has none', async () => {
    const provider = account.open({ answers: { 'GET /v1/invoices/in_1': 'connection breaks' } });
    expect(provider.isUncertain(await errorOf(provider.readInvoice('in_1')))).toBe(true);
    expect(provider.isUncertain(new Error('our own'))).toBe(false);
  });

  it.each([
    [400, { type: 'invalid_request_error', param: 'customer_email' }, true],
    [400, { type: 'invalid_request_error', code: 'email_invalid' }, true],
    [400, { type: 'invalid_request_error', code: 'parameter_missing', param: 'currency' }, false],
    [402, { type: 'card_error', code: 'email_invalid', param: 'customer_email' }, false],
  ])('with %i %j is because of the email: %s', async (status, error, expected) => {
    const { provider, reason } = await failWith(status, error);
    expect(provider.isEmailRejected(reason)).toBe(expected);
  });

  it('for a moment is made once more, but not if the caller waits only a moment', async () => {
    const outage = {
      answers: {
        'GET /v1/checkout/sessions/cs_test_1': 'asks to try again',
        'GET /v1/subscriptions/sub_1': 'asks to try again',
        'DELETE /v1/subscriptions/sub_1': 'asks to try again',
      },
    } as const;
    const limits = { timeoutMs: 3000 };
    await errorOf(account.open(outage).readSession('cs_test_1'));
    expect(calls()).toHaveLength(2);
    await errorOf(account.open(outage).readSession('cs_test_1', limits));
    expect(calls()).toHaveLength(1);
    await errorOf(account.open(outage).readSubscription('sub_1', limits));
    expect(calls()).toHaveLength(1);
    await errorOf(account.open(outage).cancelSubscription('sub_1', limits));
    expect(calls()).toHaveLength(1);
  });

  it('says nothing about how long the calls before it took', async () => {
    const provider = account.open({ answers: { 'GET /v1/invoices/in_1': { object: { id: 'in_1' } } } });
    await errorOf(provider.readInvoice('in_1'));
    await errorOf(provider.readInvoice('in_1'));
    expect(account.calls().flatMap(({ headers }) => Object.keys(headers))).not.toContain(
      'x-stripe-client-telemetry',
    );
  });
});
