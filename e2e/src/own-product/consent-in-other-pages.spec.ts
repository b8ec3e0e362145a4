import { button, change, question } from '../support/consent-banner.ts';
import { expect, test } from '../support/funnel.ts';
import { heading } from '../support/journey.ts';
import { openApp } from '../support/open-app.ts';

test.use({ productName: 'consent required', serviceEnv: { CONSENT: 'required' } });

for (const [name, event] of [
  ['a tab to which the visitor returns', 'visibilitychange'],
  ['a page that the browser has kept for Back', 'pageshow'],
] as const)
  test(`${name} shows the choice of another page`, async ({ page, context }) => {
    await page.goto('/');
    const other = await context.newPage();
    await other.goto('/');
    await button(other, 'Decline').click();
    await expect(question(page)).toBeVisible();
    // Browsers under test treat every tab as visible, and keep no page for Back.
    await page.evaluate((type) => document.dispatchEvent(new Event(type, { bubbles: true })), event);
    await expect(question(page)).toHaveCount(0);
    await expect(change(page)).toBeVisible();
  });

test('the focus moves to the heading if it was in the banner that the choice of another page removes', async ({
  page,
  context,
}) => {
  await openApp(page, '/step-1');
  const readMore = question(page).getByRole('button', { name: 'Privacy Policy' });
  const chooseElsewhere = async () => {
    const other = await context.newPage();
    await openApp(other, '/');
    await button(other, 'Decline').click();
    await expect(question(other)).toHaveCount(0);
    await other.close();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(question(page)).toHaveCount(0);
  };
  await button(page, 'Accept').focus();
  await chooseElsewhere();
  await expect(heading(page, 'How old are you?')).toBeFocused();

  await change(page).click();
  await readMore.click();
  const dialog = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(dialog.getByRole('tab', { name: 'Privacy' })).toBeVisible();
  await chooseElsewhere();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(heading(page, 'How old are you?')).toBeFocused();
});
