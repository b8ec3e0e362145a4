import type { Page, Route } from '@playwright/test';

import { collectEvents, type ReportedEvent } from './support/events.ts';
import { expect, test } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { heading, submitEmail, mouse, paymentForm } from './support/journey.ts';
import { stopClock } from './support/open-app.ts';
import { buy, rejectEmail, submitOtherEmail } from './support/rejected-email.ts';
import { expectErrorBox, expectNoMessages, expectToast, toasts } from './support/toasts.ts';

const problem = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(body) });
const unknownProblem = { type: 'about:blank', title: 'Oh no', status: 500, code: 'internal' };
const secretless = {
  sessionId: 'cs_test_1',
  amountMinor: 1999,
  currency: 'USD',
  plan: { planId: 'plan2', name: '4-WEEK PLAN' },
};

/** Failures of opening a checkout session, and the message that the visitor reads. */
const failures: readonly { name: string; respond: (route: Route) => Promise<void>; message: string }[] = [
  {
    name: 'an error with a message',
    respond: problem(502, { ...unknownProblem, detail: 'The bank is closed.' }),
    message: 'The bank is closed.',
  },
  {
    name: 'an error without a message',
    respond: problem(500, unknownProblem),
    message: 'An error occurred',
  },
  {
    name: 'a service without a payment provider',
    respond: problem(503, {
      ...unknownProblem,
      status: 503,
      code: 'payments-not-configured',
      detail: 'Stripe configuration is incorrect',
    }),
    message: 'Stripe configuration is incorrect',
  },
  {
    name: 'an error page of something in between',
    respond: (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    message: 'An error occurred',
  },
  {
    name: 'no network',
    respond: (route) => route.abort('internetdisconnected'),
    message: 'An error occurred',
  },
  {
    name: 'a response without a client secret',
    respond: problem(201, secretless),
    message: 'No client secret received',
  },
];

async function expectFailure(page: Page, message: string): Promise<void> {
  await expectErrorBox(page, message);
  await expectToast(page, 'Error', 'Unable to create payment session. Please try again.');
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

for (const { name, respond, message } of failures) {
  test(`create-checkout: ${name} shows "${message}", and Retry works`, async ({ page }) => {
    let responses = 0;
    const letPass = await holdRequests(page, '/api/create-checkout', async (route) => {
      await respond(route);
      responses++;
    });
    await page.goto('/checkout?email=retry@example.com');
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading payment form...');
    letPass();
    await expectFailure(page, message);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => responses).toBe(2);
    await expectErrorBox(page, message);

    await page.unroute('/api/create-checkout');
    await retry(page);
  });
}

test('create-checkout: a thrown value that is not an Error shows "Unknown error", and Retry works', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    let failures = 1;
    window.fetch = (input, init) =>
      String(input).includes('create-checkout') && failures-- > 0
        ? Promise.reject('gone')
        : fetch(input, init);
  });
  await page.goto('/checkout?email=unknown@example.com');
  await expectFailure(page, 'Unknown error');
  await retry(page);
});

const noCharge = (page: Page) => page.getByText('You have not been charged.');
const perhapsPaid = (page: Page) =>
  page.getByText('If you have already paid, do not pay again: look for the confirmation email.');

const supportLink = 'Questions? Write to support@candela.example';
const supportAddress = 'mailto:support@candela.example';

test('states that nothing was charged only if that is certain', async ({ page }) => {
  await page.goto('/checkout');
  await expect(noCharge(page)).toBeVisible();
  await expect(perhapsPaid(page)).toBeHidden();

  for (const status of [429, 500, 502, 503]) {
    await page.route('/api/create-checkout', problem(status, { ...unknownProblem, status }));
    await page.goto('/checkout?email=paid-before@example.com');
    await expect(perhapsPaid(page)).toBeVisible();
    await expect(noCharge(page)).toBeHidden();
    await expect(page.getByRole('link', { name: supportLink })).toHaveAttribute('href', supportAddress);
  }
  await page.unroute('/api/create-checkout');
  await page.route(/\/v3\//, (route) => route.abort());
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectErrorBox(page, 'The payment form could not be loaded');
  await expect(perhapsPaid(page)).toBeVisible();
  await expect(noCharge(page)).toBeHidden();
});

test('an email that the payment provider rejects leads back to the offer, which asks for another one', async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route('/api/create-checkout', async (route) => {
    const { email }: { email: string } = route.request().postDataJSON();
    asked.push(email);
    return email === 'good@example.com' ? route.continue() : rejectEmail(route);
  });
  await page.goto('/final?email=vera@example..com');
  await buy(page);
  for (const typed of ['vera@example..com', 'good@example.com']) {
    await expectErrorBox(page, 'Please enter a valid email address');
    await expect(noCharge(page)).toBeVisible();
    await page.getByRole('button', { name: 'Back to your plan' }).click();
    await expect(page).toHaveURL('/final');
    await buy(page);
    await submitOtherEmail(page, typed);
  }
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
  expect(asked).toEqual(['vera@example..com', 'vera@example..com', 'good@example.com']);
});

test('checkout without an email shows a message, opens no session, and leads back', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/checkout');
  await expectErrorBox(page, 'Email is required for checkout');
  await expectToast(page, 'Error', 'Email is required for checkout. Please go back and provide your email.');
  await expect(page.getByText('Not provided')).toBeVisible();
  await page.getByRole('button', { name: 'Back to your plan' }).click();
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  expect(asked).not.toContain('/api/create-checkout');
});

test('an unknown path is a 404 page that leads home, logged without its query', async ({ page, console }) => {
  const response = await page.goto('/no/such-page?token=secret&email=name@example.com');
  expect(response?.status()).toBe(404);
  await expect(heading(page, 'Oops! Page not found')).toBeVisible();
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect.poll(() => console).toContain('warning: Page not found: /no/such-page');
  expect(console.join('\n')).not.toMatch(/secret|name@example/);

  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(heading(page, '28-Day Trading Challenge')).toBeVisible();
});

test('a page that is not found has neither arrow nor progress above it, although the screen before had both', async ({
  page,
}) => {
  const bar = page.getByRole('banner');
  await page.goto('/step-3');
  await expect(bar.getByRole('link', { name: 'Back' })).toBeVisible();
  // As a link of a remote does that leads to a path of no remote.
  await page.evaluate(() => {
    history.pushState(null, '', '/no-such-page');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(heading(page, 'Oops! Page not found')).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Candela, to the start' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Back' })).toHaveCount(0);
  await expect(bar.getByRole('progressbar')).toHaveCount(0);
});

const failuresIn = (events: readonly ReportedEvent[]) =>
  events.filter(({ name }) => name === 'ResourceFailed').map(({ remote, path }) => ({ remote, path }));

test('a shell that throws shows "Unexpected Application Error!", reports it, and recovers on reload', async ({
  page,
}) => {
  const events = collectEvents(page);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('repaired')) return;
    history.replaceState = () => {
      throw new Error('broken on purpose');
    };
  });
  await page.goto('/step-1');
  await expect(heading(page, 'Unexpected Application Error!')).toBeFocused();
  await expect(page).toHaveTitle('Unexpected Application Error! · Candela');
  await expect.poll(() => failuresIn(events)).toEqual([{ remote: 'shell', path: '/step-1' }]);

  await page.evaluate(() => sessionStorage.setItem('repaired', 'yes'));
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(heading(page, 'How old are you?')).toBeVisible();
});

for (const [path, title] of [
  ['/step-1', 'How old are you?'],
  ['/final', 'Unexpected Application Error!'],
] as const) {
  test(`a shell that does not start is reported, and ${path} shows "${title}"`, async ({ page }) => {
    const events = collectEvents(page);
    await page.addInitScript(() =>
      Object.defineProperty(document, 'cookie', {
        get() {
          throw new Error('broken on purpose');
        },
      }),
    );
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect.poll(() => failuresIn(events)).toEqual([{ remote: 'shell', path }]);
  });
}

for (const [name, respond] of [
  ['fail', (route: Route) => route.fulfill({ status: 500 })],
  ['are out of reach', (route: Route) => route.abort()],
] as const) {
  test(`if leads and tracking ${name}, the visitor continues without a message`, async ({ page }) => {
    await page.route('/api/leads', respond);
    await page.route('/api/events', respond);
    await page.goto('/info-3');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.goto('/step-17');
    await submitEmail(page, mouse, 'unheard@example.com');
    await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
    await expectNoMessages(page);
    await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
    await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
    await expectNoMessages(page);
  });
}

test('Retry ends the message and keeps the focus at the payment form', async ({ page }) => {
  const letPass = await holdRequests(page, '/api/create-checkout', problem(500, unknownProblem));
  await page.clock.install();
  await page.goto('/checkout?email=focused@example.com');
  // With a clock that stands still, the message does not end automatically.
  await stopClock(page, Date.now() + 10_000);
  letPass();
  await expectFailure(page, 'An error occurred');
  await page.route('/api/create-checkout', () => undefined);
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(page.locator(':focus')).toContainText('Loading payment form...');
  await expect(toasts(page)).toHaveCount(0);
});
