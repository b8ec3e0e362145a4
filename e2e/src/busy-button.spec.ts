import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';

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
