import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { openApp, stopClock } from './support/open-app.ts';
import { closeToast, expectToast, toasts } from './support/toasts.ts';

const required = { title: 'Email required', description: 'Please enter your email address to continue' };
const invalid = { title: 'Invalid email', description: 'Please enter a valid email address' };

const noAddresses = [
  'name',
  'name@',
  '@gmail.com',
  'name@gmail',
  'name@gmail.',
  'name@@gmail.com',
  'name@mail@gmail.com',
  'na me@gmail.com',
];

const storedEmail = (page: Page) => page.evaluate(() => localStorage.getItem('email'));
const emailStep = (page: Page) => page.getByRole('textbox', { name: 'Your email address' });
const emailDialog = (page: Page) => page.getByRole('dialog', { name: 'Enter your email' });
const buy = (page: Page) => page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first();

test('the email step rejects an invalid email with a toast and at the field', async ({ page }) => {
  const leads: string[] = [];
  page.on('request', (request) => request.url().includes('/api/leads') && leads.push(request.url()));
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.goto('/step-17');
  // With a clock that stands still, no toast ends by its own time.
  await stopClock(page, '2026-05-01T13:00:00');
  const field = emailStep(page);
  await expect(field).toHaveAttribute('type', 'email');
  const invalidEmails = [
    ...['', '   '].map((typed) => ({ typed, ...required })),
    ...noAddresses.map((typed) => ({ typed, ...invalid })),
  ];
  for (const { typed, title, description } of invalidEmails) {
    await field.fill(typed);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectToast(page, title, description);
    await expect(field, typed).toHaveAccessibleDescription(new RegExp(`^${description}`));
    await expect(field).toBeFocused();
    await expect(page).toHaveURL('/step-17');
    await closeToast(page);
  }
  await field.fill('name');
  await field.press('Enter');
  await expectToast(page, invalid.title, invalid.description);
  await field.fill('name@');
  await expect(field).not.toHaveAccessibleDescription(new RegExp(invalid.description));
  // The toast ends with the fault that it names, and with its screen.
  await expect(toasts(page)).toHaveCount(0);
  await field.press('Enter');
  await expectToast(page, invalid.title, invalid.description);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/step-16');
  await expect(toasts(page)).toHaveCount(0);

  expect(leads).toEqual([]);
  expect(await storedEmail(page)).toBeNull();
});

test('the email dialog of the offer rejects the same texts and accepts a valid email', async ({ page }) => {
  await page.goto('/final');
  const purpose = emailDialog(page).getByText(/complete the purchase and send the order confirmation/);
  const field = emailDialog(page).getByRole('textbox', { name: 'Email' });
  // Beside every button that leads towards paying: the charge, the renewal, and how to cancel.
  const terms = emailDialog(page).getByText(
    /^Charged today: \$19\.99\. Renews automatically\. First 4 weeks at \$19\.99, then \$39\.99 every 4 weeks until canceled\. Cancel /,
  );
  for (const typed of ['', '   ', 'name@gmail', 'na me@gmail.com']) {
    await buy(page).click();
    await expect(purpose).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('type', 'email');
    await field.fill(typed);
    await expect(terms).toBeVisible();
    await emailDialog(page).getByRole('button', { name: 'Continue to Checkout' }).click();
    await expectToast(page, invalid.title, invalid.description);
    await expect(field, typed).toHaveAccessibleDescription(invalid.description);
    await expect(field).toBeFocused();
    await emailDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(emailDialog(page)).toBeHidden();
    // The toast ends with the dialog that it is about.
    await expect(toasts(page)).toHaveCount(0);
  }
  await expect(page).toHaveURL('/final');
  expect(await storedEmail(page)).toBeNull();

  await buy(page).click();
  // A space that does not break, and an invisible character, which a browser leaves in the field.
  await field.fill('\u00a0 asked@example.com\u200b');
  await field.press('Enter');
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByText('asked@example.com')).toBeVisible();
  expect(await storedEmail(page)).toBe('asked@example.com');
});

for (const { name, open, field, goOn, next } of [
  {
    name: 'the email step',
    open: (page: Page) => page.goto('/step-17'),
    field: emailStep,
    goOn: 'Continue',
    next: '/final',
  },
  {
    name: 'the email dialog',
    open: async (page: Page) => {
      await page.goto('/final');
      await buy(page).click();
    },
    field: (page: Page) => emailDialog(page).getByRole('textbox', { name: 'Email' }),
    goOn: 'Continue to Checkout',
    next: '/checkout',
  },
]) {
  test(`${name} suggests to complete a domain when the visitor leaves the field`, async ({ page }) => {
    await open(page);
    const suggestion = page.getByRole('button', { name: 'Did you mean name@gmail.com?' });
    await field(page).pressSequentially('name@gmail.co');
    await expect(suggestion).toBeHidden();
    await field(page).blur();
    await expect(suggestion).toBeVisible();
    await field(page).press('End');
    await field(page).pressSequentially('m');
    await expect(suggestion).toBeHidden();
  });

  test(`${name} suggests a correction and accepts the original`, async ({ page }) => {
    await open(page);
    const suggestion = page.getByRole('button', { name: 'Did you mean name@gmail.com?' });
    await field(page).fill('name@gmail.com');
    await expect(suggestion).toBeHidden();
    await field(page).fill('name@gmial.com');
    await suggestion.click();
    await expect(field(page)).toHaveValue('name@gmail.com');
    await expect(field(page)).toBeFocused();
    await expect(suggestion).toBeHidden();

    await field(page).fill('name@gmial.com');
    await expect(suggestion).toBeVisible();
    await page.getByRole('button', { name: goOn, exact: true }).click();
    await expect(page).toHaveURL(next);
    expect(await storedEmail(page)).toBe('name@gmial.com');
  });
}

test('NEXT STEP is disabled until an option is selected, and option rows respond to Enter and Space', async ({
  page,
}) => {
  for (const [path, option, next] of [
    ['/step-10', 'Tesla', '/step-11'],
    ['/step-11', 'AI trading coach', '/info-2'],
  ] as const) {
    // The prerendered screen ignores a key on an option.
    await openApp(page, path);
    const nextStep = page.getByRole('button', { name: 'NEXT STEP' });
    const box = page.getByRole('checkbox', { name: option });
    for (const key of ['Enter', 'Space']) {
      await expect(nextStep).toBeDisabled();
      await box.press(key);
      await expect(box).toBeChecked();
      await expect(nextStep).toBeEnabled();
      await box.press(key);
      await expect(box).not.toBeChecked();
    }
    await expect(nextStep).toBeDisabled();
    await box.press('Space');
    await nextStep.click();
    await expect(page).toHaveURL(next);
  }
  for (const key of ['Enter', 'Space']) {
    await openApp(page, '/step-1');
    await page.getByRole('button', { name: '35-44' }).press(key);
    await expect(page).toHaveURL('/stats-slide');
  }
});

test('an email in the link is used if it is valid, and is removed from the URL in any case', async ({
  page,
}) => {
  for (const [query, stored] of [
    ['?email=', null],
    ['?email=%20%20', null],
    ['?email=name', null],
    ['?email=na%20me@gmail.com', null],
    ['?email=linked@example.com&utm=7', 'linked@example.com'],
    ['?email=nobody', 'linked@example.com'],
  ] as const) {
    await page.goto(`/final${query}`);
    await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
    await expect(page).toHaveURL(query.includes('utm') ? '/final?utm=7' : '/final');
    expect(await storedEmail(page), query).toBe(stored);
  }
  await expect(page.getByText('Welcome back linked@example.com!')).toBeVisible();
});

test('the checkout uses the plan and email of the handover, else plan2 and the stored email', async ({
  page,
}) => {
  await page.goto('/checkout?email=known@example.com');
  await expect(page.getByText('4-WEEK PLAN', { exact: true })).toBeVisible();
  await expect(page.getByText('plan2')).toBeVisible();
  await expect(page.getByText('known@example.com')).toBeVisible();

  await page.evaluate(() => {
    const usr = { selectedPlan: 'plan3', email: 'handed@example.com' };
    history.replaceState({ ...history.state, usr }, '');
  });
  await page.reload();
  await expect(page.getByText('12-WEEK PLAN', { exact: true })).toBeVisible();
  await expect(page.getByText('plan3')).toBeVisible();
  await expect(page.getByText('handed@example.com')).toBeVisible();
});

test('a company stays selected while Enter is held down', async ({ page }) => {
  await openApp(page, '/step-10');
  const box = page.getByRole('checkbox', { name: 'Tesla' });
  await box.focus();
  for (let repeats = 0; repeats < 4; repeats++) {
    await page.keyboard.down('Enter');
    await expect(box).toBeChecked();
  }
  await page.keyboard.up('Enter');
  await expect(box).toBeChecked();
});

test('a message ends after five seconds', async ({ page }) => {
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.goto('/step-17');
  await stopClock(page, '2026-05-01T13:00:00');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, required.title, required.description);
  await page.clock.runFor(4900);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
});
