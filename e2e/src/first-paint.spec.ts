import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('the first screen is readable, and its answer leads to the next one', async ({ page }) => {
    await page.goto('/');
    await expect(heading(page, '28-Day Trading Challenge')).toBeVisible();
    await expect(page.getByText('Have you ever traded before?')).toBeVisible();
    await page.getByRole('button', { name: 'YES' }).click();
    await expect(page).toHaveURL(/\/step-1\?/);
    await expect(heading(page, 'How old are you?')).toBeVisible();
  });
});

test('a tap on YES before the scripts have loaded is not lost', async ({ page }) => {
  let release: () => void = () => undefined;
  const delay = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.js$/, async (route) => {
    await delay;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'YES' }).click();
  await expect(page).toHaveURL(/\/step-1\?/);
  setTimeout(release, 5000);

  await expect(page).toHaveURL('/step-1');
  const answers = await page.evaluate(() => localStorage.getItem('quizAnswers'));
  expect(JSON.parse(answers ?? '{}')).toEqual({ 'Trading Experience': 'YES' });
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(page).toHaveURL('/stats-slide');
});

test('focus and typed text survive the takeover', async ({ page }) => {
  let release: () => void = () => undefined;
  const delay = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.js$/, async (route) => {
    await delay;
    await route.continue();
  });
  await page.goto('/step-17', { waitUntil: 'commit' });
  const field = page.getByRole('textbox', { name: 'Your email address' });
  await field.pressSequentially('early@example.com');
  const tookOver = page.evaluate(
    () =>
      new Promise((seen) =>
        new MutationObserver(seen).observe(document.getElementById('root') ?? document, { childList: true }),
      ),
  );
  release();
  await tookOver;
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('early@example.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/final');
});
