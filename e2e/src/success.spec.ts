import type { Page } from '@playwright/test';

import { boxOf } from './support/box.ts';
import { collectEvents, namesOf, type ReportedEvent } from './support/events.ts';
import { expect, test } from './support/funnel.ts';
import { cards, heading, mouse, pay, paymentForm, payWithoutSuccessPage } from './support/journey.ts';
import { waysToCancel } from './support/prices.ts';
import { askProvider, openDelayedPayment, openSession } from './support/provider.ts';
import { atBothSizes } from './support/sizes.ts';

const sessionPath = /\/api\/checkout-sessions\//;
const titles = {
  paid: 'Payment Successful!',
  confirming: 'Confirming your payment',
  notCompleted: 'Payment not completed',
  unknown: 'We could not find this payment',
};

const activation = 'https://app.candela.example/activate-account';
/** Only the buyer's link contains a token for the app. */
const activationOfBuyer = /^https:\/\/app\.candela\.example\/activate-account\?token=[\w-]{43}$/;

async function expectLinks(page: Page, activate: string | RegExp): Promise<void> {
  const link = (name: string) => page.getByRole('link', { name });
  await expect(link('Activate Your Account Now')).toHaveAttribute('href', activate);
  await expect(link('Return to Home')).toHaveAttribute('href', 'https://app.candela.example');
}

/**
 * Waits until the page has reported its views. Every other event is sent with them. Playwright does not see the events that
 * a page sends while it is being left, so a test waits for them first.
 */
const expectViews = (events: readonly ReportedEvent[], count: number) =>
  expect.poll(() => namesOf(events).filter((name) => name === 'PageView').length).toBe(count);

test.afterEach(async ({ funnel }) => {
  funnel.sandbox?.child.kill('SIGCONT');
  await askProvider(funnel, 'POST', '/sandbox/deliveries/release');
});

test('without a session the thank-you page shows its defaults and reports no purchase', async ({ page }) => {
  const events = collectEvents(page);
  await page.goto('/payment-success');
  await expect(heading(page, titles.paid)).toBeVisible();
  await expect(page.getByText('Thank you for purchasing the 4-WEEK PLAN.')).toBeVisible();
  await expect(page.getByText('We have sent a confirmation email to your email address.')).toBeVisible();
  await expect(page.getByText('Transaction ID', { exact: true })).toHaveCount(0);
  const amounts = page.getByRole('main').getByText(/19[.,]99|[$€]|Paid today/);
  await expect(amounts).toHaveCount(0);
  await expectLinks(page, activation);
  await expectViews(events, 1);

  await page.evaluate(() => localStorage.setItem('email', 'stored@example.com'));
  let views = 1;
  for (const [plan, shown] of [
    ['12-week plan', '12-WEEK PLAN'],
    ['<img src=x> PLAN', '<img src=x> PLAN'],
  ] as const) {
    const kept = { amount: '39.99', plan };
    await page.goto(`/payment-success?${new URLSearchParams({ ...kept, email: 'link@example.com' })}`);
    for (const reload of [async () => undefined, () => page.reload()]) {
      await reload();
      await expect(page.getByText(`Thank you for purchasing the ${shown}.`)).toBeVisible();
      await expect(page.getByText('We have sent a confirmation email to your email address.')).toBeVisible();
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(kept);
      await expect(page.getByText(/link@|stored@|39[.,]99/)).toHaveCount(0);
      await expect(amounts).toHaveCount(0);
      await expectViews(events, (views += 1));
    }
  }
  expect(new Set(namesOf(events))).toEqual(new Set(['PageView']));
});

test('without a session, while the service cannot say what the visit has paid, no plan is named', async ({
  page,
}) => {
  await page.route('**/api/purchase', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/payment-success');
  await expect(heading(page, 'Confirming your payment')).toBeVisible();
  await expect(page.getByText('We cannot reach our service at the moment.')).toBeVisible();
  await expect(page.getByText('4-WEEK PLAN')).toHaveCount(0);
  await page.unroute('**/api/purchase');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Thank you for purchasing the 4-WEEK PLAN.')).toBeVisible();
});

test('a paid session shows its email in full to its own visit and masked to another, also after a reload', async ({
  page,
  browser,
  funnel,
}) => {
  const events = collectEvents(page);
  await openSession(page, 'vera@example.com');
  await expectViews(events, 1);
  await pay(page, mouse, cards.good);
  await expect(heading(page, titles.paid)).toBeVisible();
  const address = page.url();
  const sessionId = new URL(address).searchParams.get('session_id') ?? '';
  const { paidSessions } = Object(await funnel.send('/api/reports/totals'));

  const stranger = await (await browser.newContext()).newPage();
  await expectViews(events, 2);
  for (const [view, shown, hidden, activate] of [
    [page, 'vera@example.com', 'v•••@example.com', activationOfBuyer],
    [stranger, 'v•••@example.com', 'vera@example.com', activation],
  ] as const) {
    await view.goto(address);
    await expect(heading(view, titles.paid)).toBeVisible();
    await atBothSizes(view, async () => {
      for (const text of [
        'Thank you for purchasing the 4-WEEK PLAN.',
        `We have sent a confirmation email to ${shown}.`,
        '$19.99',
        sessionId,
      ])
        await expect(view.getByText(text)).toBeVisible();
    });
    await expect(view.getByText(hidden)).toHaveCount(0);
    await expectLinks(view, activate);
  }
  await expectViews(events, 3);
  await page.reload();
  await expect(heading(page, titles.paid)).toBeVisible();
  await expectViews(events, 4);
  await page.goto('/payment-success?plan=1-WEEK%20PLAN&amount=6.93');
  await expect(page.getByText('Thank you for purchasing the 4-WEEK PLAN.')).toBeVisible();
  await expect(page.getByText('We have sent a confirmation email to vera@example.com.')).toBeVisible();
  await expect(page.getByText(sessionId, { exact: true })).toBeVisible();
  await expectViews(events, 5);
  expect(new Set(namesOf(events))).toEqual(new Set(['PageView']));
  expect(await funnel.send('/api/reports/totals')).toMatchObject({ paidSessions });
});

test('the receipt copies the whole transaction id, and prints it without the controls', async ({
  page,
  context,
}) => {
  const sessionId = await openSession(page, 'receipt@example.com');
  await pay(page, mouse, cards.good);
  await expect(heading(page, titles.paid)).toBeVisible();
  const steps = page.locator('section', {
    has: page.getByRole('heading', { name: 'Your next three steps' }),
  });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  const id = page.getByText(sessionId, { exact: true });
  await expect(id).toBeVisible();
  const lineHeight = await id.evaluate((element) => parseFloat(getComputedStyle(element).lineHeight));
  const heightOf = async () => (await boxOf(id)).height;
  expect(await heightOf()).toBeLessThan(1.5 * lineHeight);

  const copy = page.getByRole('button', { name: 'Copy transaction ID' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sessionId);

  await page.emulateMedia({ media: 'print' });
  expect(await heightOf()).toBeGreaterThan(1.5 * lineHeight);
  for (const text of ['Paid today', '$19.99', 'Candela', 'Your first 7-day trading task'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  for (const hidden of [
    copy,
    page.getByRole('link', { name: 'Activate Your Account Now' }),
    page.getByRole('button', { name: 'Print receipt' }),
    page.getByRole('contentinfo'),
  ])
    await expect(hidden).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  await copy.click();
  await expect(
    page.getByText('Copying is blocked here, so the full ID is shown.', { exact: true }),
  ).toBeVisible();
  expect(await heightOf()).toBeGreaterThan(1.5 * lineHeight);
});

test('after a tab was closed right after paying, the checkout leads to that payment', async ({
  page,
  context,
  funnel,
}) => {
  const paidSessions = async () => Object(await funnel.send('/api/reports/totals')).paidSessions;
  const before = await paidSessions();
  await openSession(page, 'closed@example.com');
  await payWithoutSuccessPage(page);
  await page.close();
  await expect.poll(paidSessions).toBe(before + 1);

  const later = await context.newPage();
  await later.goto('/checkout');
  const seePayment = later.getByRole('button', { name: 'See your payment' });
  await expect(seePayment).toBeVisible();
  // Nothing is charged here, so nothing renews by it.
  await expect(later.getByText('then $39.99 every 4 weeks until canceled')).toHaveCount(0);
  await seePayment.click();
  await expect(heading(later, titles.paid)).toBeVisible();
  await expect(later.getByText('We have sent a confirmation email to closed@example.com.')).toBeVisible();
  await expectLinks(later, activationOfBuyer);
});

test('an unknown session is not found, and support is offered', async ({ page }) => {
  for (const forged of ['cs_test_forged', 'cs_live_1', '../config']) {
    await page.goto(`/payment-success?session_id=${forged}&amount=1&plan=12-WEEK%20PLAN`);
    await expect(heading(page, titles.unknown)).toBeVisible();
  }
  const support = page.getByRole('link', { name: 'support@candela.example' });
  await expect(support).toHaveAttribute('href', 'mailto:support@candela.example');
});

test('an open and an expired session are shown as not completed, and lead back to a working checkout', async ({
  page,
  funnel,
}) => {
  const sessionId = await openSession(page, 'open@example.com');
  await page.goto(`/payment-success?session_id=${sessionId}`);
  await expect(heading(page, titles.notCompleted)).toBeVisible();

  await askProvider(funnel, 'POST', `/v1/checkout/sessions/${sessionId}/expire`);
  await page.reload();
  await expect(heading(page, titles.notCompleted)).toBeVisible();
  // Beside every button that leads towards paying: the charge, the renewal, and how to cancel.
  const terms = page.getByText('First 4 weeks at $19.99, then $39.99 every 4 weeks until canceled. Cancel ');
  await expect(terms).toHaveText(waysToCancel);
  await page.getByRole('button', { name: 'Back to checkout' }).click();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByText('open@example.com')).toBeVisible();
  await pay(page, mouse, cards.good);
  await expect(heading(page, titles.paid)).toBeVisible();
});

test('after an incomplete payment led back to the checkout, Back leads to the offer', async ({ page }) => {
  const sessionId = await openSession(page, 'circle@example.com');
  await page.goto(`/payment-success?session_id=${sessionId}`);
  await page.getByRole('button', { name: 'Back to checkout' }).click();
  await expect(page).toHaveURL('/checkout');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/final');
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
});

for (const presentation of ['page', 'dialog'] as const) {
  test(`after a debit has failed that was submitted elsewhere, Back leads once to the offer (${presentation})`, async ({
    browser,
    funnel,
    strictFunnel,
  }) => {
    const { url } = presentation === 'page' ? funnel : strictFunnel;
    const page = await (await browser.newContext({ baseURL: url })).newPage();
    const session = { plan: { planId: 'plan2', name: '4-WEEK PLAN' }, amountMinor: 1999, currency: 'USD' };
    let status = 'processing';
    await page.route(sessionPath, (route) =>
      route.fulfill({ json: { ...session, status, email: 'debit@example.com' } }),
    );
    await page.goto('/final?email=debit@example.com');
    await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
    await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
    // A headless browser shows every tab, so the change is only announced.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(heading(page, titles.confirming)).toBeVisible();
    status = 'expired';
    await page.getByRole('button', { name: 'Back to checkout' }).click();
    await expect(heading(page, 'Complete Your Order')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/final');
    await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
    await page.context().close();
  });
}

test('after the payment of an earlier tab was shown, Back leads to the offer and not to a form for it', async ({
  page,
}) => {
  await openSession(page, 'shown@example.com');
  await payWithoutSuccessPage(page);
  await page.goto('/final');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await page.getByRole('button', { name: 'See your payment' }).click();
  await expect(heading(page, titles.paid)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/final');
});

test('an incomplete payment keeps its plan even if the visitor’s email is unknown', async ({ page }) => {
  const session = { plan: { planId: 'plan3', name: '12-WEEK PLAN' }, amountMinor: 3999, currency: 'USD' };
  await page.route(sessionPath, (route) =>
    route.fulfill({ json: { ...session, status: 'expired', email: 'b•••@example.com' } }),
  );
  await page.goto('/payment-success?session_id=cs_test_expired');
  await expect(
    page.getByText('First 12 weeks at $39.99, then $79.99 every 12 weeks until canceled.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Back to checkout' }).click();
  await expect(page.getByText('plan3', { exact: true })).toBeVisible();
  await expect(page.getByText('Not provided')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('radio', { name: '12-WEEK PLAN' })).toBeChecked();
});

test('a delayed payment is shown as being confirmed, and then as confirmed', async ({ page }) => {
  const complete = await openDelayedPayment(page);
  await expect(heading(page, titles.confirming)).toBeVisible();
  await expect(page.getByText(/^Your bank is still working on it\./)).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  complete();
  // The button that had the focus is gone, and a screen reader announces the result.
  await expect(heading(page, titles.paid)).toBeFocused();
});

test('while the service or the payment provider is unreachable, a payment is shown as being confirmed, never as unpaid', async ({
  page,
  funnel,
}) => {
  await askProvider(funnel, 'POST', '/sandbox/deliveries/hold');
  await page.route(sessionPath, (route) => route.abort());
  await openSession(page, 'patient@example.com');
  await pay(page, mouse, cards.good);
  await expect(heading(page, titles.confirming)).toBeVisible();
  const cannotReach = page.getByText(/^We cannot reach our service at the moment\./);
  await expect(cannotReach).toBeVisible();

  funnel.sandbox?.child.kill('SIGSTOP');
  const answered = page.waitForResponse(sessionPath);
  await page.unroute(sessionPath);
  await page.getByRole('button', { name: 'Check now' }).click();
  expect((await answered).status()).toBe(503);
  await expect(cannotReach).toBeVisible();

  funnel.sandbox?.child.kill('SIGCONT');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(heading(page, titles.paid)).toBeVisible();
  await expect(page.getByText('patient@example.com')).toBeVisible();
});

test('the receipt and the first task can be printed', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] =
        `${Number(document.documentElement.dataset['printed'] ?? 0) + 1}`;
    };
  });
  await page.route(sessionPath, (route) =>
    route.fulfill({
      json: {
        status: 'paid',
        plan: { planId: 'plan2', name: '4-WEEK PLAN' },
        amountMinor: 1999,
        currency: 'USD',
        email: 'printed@example.com',
      },
    }),
  );
  await page.goto('/payment-success?session_id=cs_test_printed');
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1');
  await page.getByRole('button', { name: 'Print this task' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '2');
});
