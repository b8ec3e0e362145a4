import type { Page } from '@playwright/test';

import { collectEvents } from './support/events.ts';
import { expect, test } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { cards, heading, mouse, pay, paymentForm } from './support/journey.ts';
import { expectErrorBox, expectToast } from './support/toasts.ts';
import { stopClock } from './support/open-app.ts';
import { openSession } from './support/provider.ts';
import { buy, rejectEmail, submitOtherEmail } from './support/rejected-email.ts';
import { serviceResponse } from './support/service-response.ts';

const script = /\/v3\/$/;
const session = /\/api\/create-checkout$/;
const cardNumber = (page: Page) => paymentForm(page).getByRole('textbox', { name: 'Card number' });

async function expectNoForm(page: Page): Promise<void> {
  await expectErrorBox(page, 'The payment form could not be loaded');
  await expectToast(page, 'Error', 'Unable to load the payment form. Please try again.');
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(cardNumber(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

test('a blocked payment script shows an error, also on Retry, until it loads', async ({ page }) => {
  await page.route(script, (route) => route.abort());
  await openSession(page, 'blocked@example.com');
  await expectNoForm(page);
  const failedAgain = page.waitForEvent('requestfailed', (request) => script.test(request.url()));
  await page.getByRole('button', { name: 'Retry' }).click();
  await failedAgain;
  await expectErrorBox(page, 'The payment form could not be loaded');
  await page.unroute(script);
  await retry(page);
});

for (const { missing, requests } of [
  { missing: 'script', requests: script },
  { missing: 'session', requests: session },
]) {
  test(`a payment form whose ${missing} could not be loaded offline opens when the connection is back, without a click`, async ({
    page,
    context,
  }) => {
    await page.route(requests, (route) => route.abort());
    await page.goto('/checkout?email=tunnel@example.com');
    const retryButton = page.getByRole('button', { name: 'Retry' });
    await retryButton.waitFor();
    await context.setOffline(true);
    await page.unrouteAll();
    // The session is requested before the script.
    const failedOffline = page.waitForEvent('requestfailed', (request) => session.test(request.url()));
    await retryButton.click();
    await failedOffline;
    await retryButton.focus();
    await context.setOffline(false);
    await expect(cardNumber(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The focus is on the element that contained the button and now contains the form.
    await expect(page.locator(':focus iframe')).not.toHaveCount(0);
  });
}

/** Opens the checkout with a clock that stands still from before its session on, and waits until it requests what is needed next. */
async function openBeforeSession(page: Page, email: string, next: RegExp): Promise<void> {
  const letPass = await holdRequests(page, '/api/create-checkout');
  await page.clock.install();
  await page.goto(`/checkout?email=${email}`, { waitUntil: 'commit' });
  await stopClock(page, Date.now() + 10_000);
  const asked = page.waitForRequest(next);
  letPass();
  await asked;
}

for (const { seconds, outcome } of [
  { seconds: 10, outcome: 'waited for' },
  { seconds: 16, outcome: 'an error, and Retry works' },
]) {
  test(`a payment script that takes ${seconds} s is ${outcome}`, async ({ page }) => {
    const arrive = await holdRequests(page, script);
    await openBeforeSession(page, 'slow@example.com', script);
    await page.clock.runFor(seconds * 1000);
    if (outcome === 'waited for') {
      await expect(page.getByText('Loading payment form...')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      arrive();
      await expect(cardNumber(page)).toBeVisible();
    } else {
      await expectNoForm(page);
      await page.clock.resume();
      arrive();
      await retry(page);
    }
  });
}

test('going back to the offer keeps the plan, and a rejected email stays rejected with another plan', async ({
  page,
}) => {
  await page.route('/api/create-checkout', (route) => {
    const { email }: { email: string } = route.request().postDataJSON();
    return email === 'good@example.com' ? route.continue() : rejectEmail(route);
  });
  const plan = (name: string) => page.getByRole('radio', { name });
  const goBack = () => page.getByRole('button', { name: 'Back to your plan' }).click();
  await page.goto('/final?email=vera@example..com');
  await plan('12-WEEK PLAN').click();
  await buy(page);
  await goBack();
  await expect(plan('12-WEEK PLAN')).toBeChecked();

  await plan('1-WEEK PLAN').click();
  await buy(page);
  await submitOtherEmail(page, 'good@example.com');
  await expect(cardNumber(page)).toBeVisible();
  await expect(page.getByText('plan1', { exact: true })).toBeVisible();

  await page.evaluate(() => {
    localStorage.removeItem('email');
    history.replaceState({ ...history.state, usr: { selectedPlan: 'plan3' } }, '');
  });
  await page.reload();
  await goBack();
  await expect(plan('12-WEEK PLAN')).toBeChecked();
});

test('3-D Secure: a failed step charges nothing and shows a message, a completed step pays', async ({
  page,
  funnel,
}) => {
  const paidSessions = async () => Object(await funnel.send('/api/reports/totals')).paidSessions;
  const before = await paidSessions();
  // By keyboard: Chromium discards clicks into an iframe that has just moved, as this one does when the step opens.
  const answer = (name: string) => paymentForm(page).getByRole('button', { name }).press('Enter');
  await openSession(page, 'bank@example.com');
  await pay(page, mouse, cards.confirmed);
  await answer('Fail');
  await expect(
    paymentForm(page).getByText(/^We are unable to authenticate your payment method\./),
  ).toBeVisible();
  await expect(page).toHaveURL('/checkout');
  expect(await paidSessions()).toBe(before);

  await pay(page, mouse, cards.confirmed);
  await answer('Complete');
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await expect(page.getByText('bank@example.com')).toBeVisible();
  expect(await paidSessions()).toBe(before + 1);
});

test('a payment form whose page never arrives is an error after 20 s', async ({ page }) => {
  await page.route(/\/form\/$/, () => undefined);
  await openBeforeSession(page, 'frame@example.com', /\/form\/$/);
  await page.clock.runFor(19_000);
  await expect(page.getByText('The payment form could not be loaded')).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expectNoForm(page);
});

test('a payment form that the provider refuses to open is an error at once, which operators see', async ({
  page,
}) => {
  const events = collectEvents(page);
  const letPass = await holdRequests(page, '/api/create-checkout', async (route) => {
    const response = await serviceResponse(route);
    await route.fulfill({ response, json: { ...Object(await response.json()), clientSecret: 'no secret' } });
  });
  await page.clock.install();
  await page.goto('/checkout?email=refused-form@example.com');
  // With a clock that stands still, neither does the message end automatically, nor the time for the form to open.
  await stopClock(page, Date.now() + 10_000);
  letPass();
  await expectNoForm(page);
  await page.clock.runFor(1000);
  await expect
    .poll(() => events.filter(({ name }) => name === 'ResourceFailed'))
    .toEqual([
      expect.objectContaining({ detail: 'payment form', path: '/checkout', remote: 'mfe-checkout' }),
    ]);
});
