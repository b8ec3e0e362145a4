import { expect, test } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { heading } from './support/journey.ts';
import { stopClock } from './support/open-app.ts';

test('from the press until the checkout is shown, the main button is disabled and says "Processing..."', async ({
  page,
}) => {
  await page.goto('/final?email=ada@example.com');
  const button = page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first();
  await expect(button).toBeVisible();
  await page.evaluate(() =>
    new MutationObserver(() => {
      const disabled = [...document.querySelectorAll('button:disabled')];
      if (disabled.some(({ textContent }) => textContent === 'Processing...'))
        document.documentElement.classList.add('was-busy');
    }).observe(document.body, { subtree: true, childList: true, attributes: true }),
  );
  const root = page.locator('html');
  await expect(root).not.toHaveClass('was-busy');
  await button.click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  await expect(root).toHaveClass('was-busy');
});

test('while an email is sent, its field keeps the focus and takes no change, which would be lost', async ({
  page,
}) => {
  const email = 'sent@gmial.com';
  await page.clock.install();
  const letPass = await holdRequests(page, '**/api/leads');
  const offerIsHere = page.waitForEvent('requestfinished', (request) =>
    /\/remotes\/mfe-pricing\/.*\/remote\.\w+\.js$/.test(request.url()),
  );
  await page.goto('/step-17');
  await offerIsHere;
  // The visitor waits four seconds for a response, which a slow machine may take for the steps of this test.
  await stopClock(page, Date.now() + 60_000);
  const field = page.getByRole('textbox', { name: 'Your email address' });
  const suggestion = page.getByRole('button', { name: 'Did you mean sent@gmail.com?' });
  await field.fill(email);
  await expect(suggestion).toBeEnabled();
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await expect(field).not.toBeEditable();
  await expect(field).toBeFocused();
  await page.keyboard.type('.au');
  await expect(field).toHaveValue(email);
  await expect(suggestion).toBeDisabled();
  letPass();
  await expect(page.getByText(`Welcome back ${email}!`)).toBeVisible();
});
