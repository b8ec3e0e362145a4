import { expect, test } from './support/funnel.ts';
import { heading, paymentForm } from './support/journey.ts';
import { buy, emailRefusal, giveOtherEmail } from './support/refused-email.ts';
import { expectErrorBox } from './support/messages.ts';

test.use({ productName: 'a dialog that fails', serviceEnv: { CHECKOUT_PRESENTATION: 'dialog' } });

const failure = 'An unexpected error occurred. Please try again.';
const problem = {
  type: 'about:blank',
  title: 'Oh no',
  status: 502,
  code: 'internal',
  detail: 'Inside words',
};

test('a session that fails in the payment dialog is one plain sentence, and Retry works', async ({
  page,
}) => {
  await page.route('/api/create-checkout', (route) =>
    route.fulfill({
      status: 502,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    }),
  );
  await page.goto('/final?email=dialog@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expectErrorBox(page, failure);
  await expect(page.getByText('Inside words')).toBeHidden();
  await expect(page).toHaveURL('/final');

  await page.unroute('/api/create-checkout');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

test('a checkout that cannot be loaded is the same sentence, and trying again works', async ({ page }) => {
  await page.route(/\/remotes\/mfe-checkout\//, (route) => route.abort());
  await page.goto('/final?email=dialog@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expectErrorBox(page, failure);
  await expect(heading(page, 'Your personalized trading plan')).toBeAttached();

  await page.unroute(/\/remotes\/mfe-checkout\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

test('an address that is refused in the payment dialog is asked for again at once', async ({ page }) => {
  await page.route('/api/create-checkout', (route) => {
    const { email }: { email: string } = route.request().postDataJSON();
    return email === 'good@example.com' ? route.continue() : emailRefusal(route);
  });
  await page.goto('/final?email=vera@example..com');
  await buy(page);
  for (const typed of ['vera@example..com', 'good@example.com']) {
    await expectErrorBox(page, 'Please enter a valid email address');
    await page.getByRole('button', { name: 'Back to your plan' }).click();
    await giveOtherEmail(page, typed);
  }
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
});
