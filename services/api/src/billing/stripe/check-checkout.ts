import { once } from 'node:events';
import { createServer } from 'node:http';

import { priceOf } from '@funnel/contracts/plans';

import type { StripeConfig } from '../../platform/config.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import type { Check } from './check-subscription.ts';

interface Options {
  readonly config: StripeConfig;
  readonly provider: PaymentProvider;
  readonly attempt: string;
  readonly wait: () => Promise<void>;
  readonly openBrowser: (url: string) => Promise<void>;
  readonly check: Check;
}

const maxWaits = 600;
const metadata = { visit_id: 'vendors-check' };

/** A page with the payment form, as the product shows it. */
function formPage({ scriptUrl, publishableKey }: StripeConfig, clientSecret: string): string {
  const options = JSON.stringify({ publishableKey, clientSecret });
  return `<!doctype html><title>Vendors check</title><div id="form"></div>
<script src="${scriptUrl}"></script>
<script type="module">
  const { publishableKey, clientSecret } = ${options};
  const form = await Stripe(publishableKey).createEmbeddedCheckoutPage({ clientSecret });
  form.mount('#form');
</script>`;
}

/** Opens a checkout session in a browser, waits until a person has paid it, and compares what the service reads of it. */
export async function checkCheckout(options: Options): Promise<void> {
  const { config, provider, attempt, wait, openBrowser, check } = options;
  let page = 'The payment is complete. You can close this window.';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    const price = priceOf('plan2', 'USD');
    const session = await provider.createSession({
      locale: 'en',
      price,
      email: 'vendors-check@example.com',
      returnUrl: `${url}/?session_id={CHECKOUT_SESSION_ID}`,
      metadata,
      customerId: null,
      agreement: null,
      attempt,
    });
    check('checkout: state', session.state, 'open');
    check('checkout: amount', session.amountMinor, price.today.amountMinor);
    check('checkout: currency', session.currency, price.today.currency);
    const done = page;
    page = formPage(config, session.clientSecret ?? '');
    await openBrowser(url);
    let paid = await provider.readSession(session.id);
    for (let waits = 0; paid.state === 'open' && waits < maxWaits; waits += 1) {
      await wait();
      paid = await provider.readSession(session.id);
    }
    page = done;
    check('payment: state', paid.state, 'complete');
    check('payment: paid', paid.isPaid, true);
    if (!paid.subscriptionId) return check('payment: subscription', paid.subscriptionId, 'an id');
    const { status, visitId } = await provider.readSubscription(paid.subscriptionId);
    check('payment: subscription', status, 'active');
    check('payment: visit', visitId, metadata.visit_id);
    const canceled = await provider.cancelSubscription(paid.subscriptionId);
    check('payment: cancellation', canceled.status, 'canceled');
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
