import Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod';

import { cancelAtPeriodEnd } from '../billing/subscriptions.ts';
import { dateText, moneyText } from '../form/session-view.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Subscription } from '../state/objects.ts';

const emailSchema = z.string().max(254).default('');
const cancelSchema = z.object({ email: emailSchema, subscription: z.string() });

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

/** Nothing renews from then on. https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'];

/** The subscriptions of an email. Test mode asks for no proof of it. */
function subscriptionsOf({ state }: Sandbox, email: string): Subscription[] {
  return [...state.subscriptions.values()].filter(
    ({ customer, status }) =>
      !endedStatuses.includes(status) && state.customers.get(customer)?.email === email,
  );
}

function subscriptionHtml({ state }: Sandbox, subscription: Subscription, email: string): string {
  const [item] = subscription.items.data;
  const name = state.products.get(item.price.product)?.name ?? 'Subscription';
  const price = item.price.currency_options[subscription.currency]?.unit_amount ?? 0;
  const amount = moneyText(item.quantity * price, subscription.currency);
  const until = dateText(item.current_period_end);
  const action = subscription.cancel_at_period_end
    ? `<p>Canceled. It ends on ${until}.</p>`
    : `<p>Renews on ${until} for ${amount}.</p>
       <button name="subscription" value="${subscription.id}">Cancel subscription</button>`;
  return `<form method="post"><h2>${escapeHtml(name)}</h2>${action}
    <input type="hidden" name="email" value="${escapeHtml(email)}" /></form>`;
}

function pageHtml(sandbox: Sandbox, email: string): string {
  const found = subscriptionsOf(sandbox, email).map((row) => subscriptionHtml(sandbox, row, email));
  const content =
    found.length > 0 || email === '' ? found.join('') : '<p>No subscription has this email.</p>';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Manage your subscription (test mode)</title>
    <link rel="stylesheet" href="/form/form.css" />
  </head>
  <body>
    <main>
      <p class="banner"><strong>TEST MODE</strong> No real money moves.</p>
      <header><h1>Manage your subscription</h1></header>
      <form>
        <div>
          <label for="email">Email</label>
          <input id="email" name="email" type="email" required value="${escapeHtml(email)}" />
        </div>
        <button class="quiet">Show subscriptions</button>
      </form>
      ${content}
    </main>
  </body>
</html>
`;
}

function respond(ctx: Context, body: string): void {
  ctx.type = 'text/html; charset=utf-8';
  ctx.set({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  ctx.body = body;
}

/** Stands in for the customer portal: a form for an email, and a button that cancels a subscription at the end of its period. */
export function portalRoutes(sandbox: Sandbox): Router {
  const router = new Router();
  router.get('/p/login/:link', (ctx) => {
    respond(ctx, pageHtml(sandbox, emailSchema.catch('').parse(ctx.query['email'])));
  });
  router.post('/p/login/:link', (ctx) => {
    const { email = '', subscription: id = '' } = cancelSchema.safeParse(ctx.request.body).data ?? {};
    const subscription = subscriptionsOf(sandbox, email).find((row) => row.id === id);
    if (subscription) cancelAtPeriodEnd(sandbox, subscription);
    ctx.status = 303;
    ctx.redirect(`?email=${encodeURIComponent(email)}`);
  });
  return router;
}
