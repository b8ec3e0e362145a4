import type { Page } from '@playwright/test';

import { openConsole } from '../support/console.ts';
import { test as base, expect, type Funnel } from '../support/funnel.ts';
import { cards, heading, mouse, pay } from '../support/journey.ts';
import { startLeadReceiver, type LeadReceiver } from '../support/lead-receiver.ts';
import { askProvider, openSession } from '../support/provider.ts';

/** The external app, which is notified of subscriptions, is a receiver of its own. */
const test = base.extend<object, { app: LeadReceiver }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from a pattern, here none.
    async ({}, use) => {
      const app = await startLeadReceiver();
      await use(app);
      await app.close();
    },
    { scope: 'worker' },
  ],
  serviceEnv: [
    async ({ app }, use) =>
      use({
        APP_WEBHOOK_URL: app.url,
        APP_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 'late payments').toString('base64')}`,
      }),
    { scope: 'worker' },
  ],
});
test.use({ productName: 'late-payments' });

const confirming = 'Confirming your payment';
const paid = 'Payment Successful!';
const dayMs = 86_400_000;
/** The success page asks for the payment's state at least every 15 seconds. */
const nextCheck = { timeout: 30_000 };

/** What the app knows of the subscriptions of an email: of each the highest version, oldest subscription first. */
function knownTo(app: LeadReceiver, email: string): unknown[] {
  const newest = new Map<string, { version: number }>();
  for (const { body } of app.deliveries) {
    const { type, data } = Object(body);
    if (type !== 'subscription.changed' || data.email !== email) continue;
    if (data.version > (newest.get(data.subscriptionId)?.version ?? 0)) newest.set(data.subscriptionId, data);
  }
  return [...newest.values()];
}

const control = (funnel: Funnel, path: string, fields: Readonly<Record<string, string>> = {}) =>
  askProvider(funnel, 'POST', `/sandbox/${path}`, fields);

/** Pays as a new visitor. Resolves to the session and its subscription at the provider. */
async function buy(page: Page, funnel: Funnel, email: string, number: string, title = paid) {
  const sessionId = await openSession(page, email);
  await pay(page, mouse, number);
  await expect(heading(page, title)).toBeVisible();
  const { subscription } = Object(await askProvider(funnel, 'GET', `/v1/checkout/sessions/${sessionId}`));
  return { sessionId, subscription: String(subscription) };
}

for (const { number, pending, ended, end } of [
  {
    number: '000123456789',
    pending: 'active',
    ended: 'canceled',
    end: (funnel: Funnel, { sessionId }: { sessionId: string }) =>
      control(funnel, `sessions/${sessionId}/settle`, { payment: 'fails' }),
  },
  {
    number: '000000000009',
    pending: 'incomplete',
    ended: 'incomplete_expired',
    end: (funnel: Funnel, { subscription }: { subscription: string }) =>
      control(funnel, `subscriptions/${subscription}/end-retries`),
  },
]) {
  test(`a debit whose subscription is ${pending} is confirmed until it fails, and a new attempt pays`, async ({
    page,
    funnel,
    app,
  }) => {
    const email = `${pending}@example.com`;
    const bought = await buy(page, funnel, email, number, confirming);
    await expect.poll(() => knownTo(app, email)).toMatchObject([{ status: pending, hasAccess: false }]);
    await page.reload();
    await expect(page.getByText(/^Your bank is still working on it\./)).toBeVisible();

    await end(funnel, bought);
    await expect(heading(page, 'Payment not completed')).toBeVisible(nextCheck);
    await expect.poll(() => knownTo(app, email)).toMatchObject([{ status: ended, hasAccess: false }]);
    const invoices = await askProvider(funnel, 'GET', `/v1/invoices?subscription=${bought.subscription}`);
    expect(invoices).toMatchObject({ data: [{ status: 'void' }] });
    await page.getByRole('button', { name: 'Back to checkout' }).click();
    await pay(page, mouse, cards.good);
    await expect(heading(page, paid)).toBeVisible();
    const states = [{ status: ended }, { status: 'active', hasAccess: true }];
    await expect.poll(() => knownTo(app, email)).toMatchObject(states);
  });
}

test('without a session in the URL, a debit in progress is being confirmed until it succeeds', async ({
  page,
  funnel,
}) => {
  const { sessionId } = await buy(page, funnel, 'patient@example.com', '000123456789', confirming);
  await page.goto('/payment-success');
  await expect(page.getByText(/^Your bank is still working on it\./)).toBeVisible();
  await expect(heading(page, confirming)).toBeVisible();
  await expect(page).toHaveTitle(`${confirming} · Candela`);
  await control(funnel, `sessions/${sessionId}/settle`, { payment: 'succeeds' });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(heading(page, paid)).toBeVisible();
  await expect(page.getByText('We have sent a confirmation email to patient@example.com.')).toBeVisible();
});

test('a second purchase with the same email is reported to the app and in the console, and both are canceled in the portal', async ({
  page,
  browser,
  funnel,
  app,
}) => {
  const email = 'twice@example.com';
  const other = await (await browser.newContext({ baseURL: funnel.url })).newPage();
  const bought = [
    await buy(page, funnel, email, cards.good),
    await buy(other, funnel, email, cards.good),
  ] as const;
  const known = () => knownTo(app, email);
  await expect.poll(known).toMatchObject([{ otherCustomers: 0 }, { otherCustomers: 1 }]);

  await openConsole(page, funnel);
  for (const { subscription } of bought) {
    const row = page.getByRole('row').filter({ hasText: subscription });
    for (const shown of [email, /cus_\w+/, 'active']) await expect(row).toContainText(shown);
  }

  await page.goto(`${funnel.sandbox?.url}/p/login/test?email=${email}`);
  const cancel = page.getByRole('button', { name: 'Cancel subscription' });
  for (const left of [1, 0]) {
    await cancel.first().click();
    await expect(cancel).toHaveCount(left);
  }
  const canceled = { status: 'active', cancelsAtPeriodEnd: true, otherCustomers: 1 };
  const both = bought.map(({ subscription }) => ({ ...canceled, subscriptionId: subscription }));
  await expect.poll(known).toMatchObject(both);
  await other.context().close();
});

test('a renewal that needs 3-D Secure is paid after the buyer confirms it', async ({ page, funnel, app }) => {
  const email = 'renews@example.com';
  const { subscription } = await buy(page, funnel, email, cards.good);
  const known = () => knownTo(app, email);
  await control(funnel, `subscriptions/${subscription}/advance`, { payment: 'needs-authentication' });
  await expect.poll(known).toMatchObject([{ status: 'past_due' }]);
  await control(funnel, `subscriptions/${subscription}/retry`, { payment: 'succeeds' });
  await expect.poll(known).toMatchObject([{ status: 'active', hasAccess: true }]);
  await page.reload();
  await expect(heading(page, paid)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});

test('a debit that succeeds a day later is paid', async ({ page, funnel, app }) => {
  const email = 'tomorrow@example.com';
  const { sessionId } = await buy(page, funnel, email, '000123456789', confirming);
  await funnel.restart(dayMs);
  await control(funnel, `sessions/${sessionId}/settle`, { payment: 'succeeds' });
  await expect(heading(page, paid)).toBeVisible(nextCheck);
  await expect.poll(() => knownTo(app, email)).toMatchObject([{ status: 'active', hasAccess: true }]);
});
