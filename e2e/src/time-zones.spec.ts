import { expect, test } from './support/funnel.ts';
import { stopClock } from './support/open-app.ts';

test.describe('where summer time ends before the first renewal', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('the next charge is on the day that is four weeks from today', async ({ page }) => {
    await page.clock.install({ time: '2026-10-10T10:00:00Z' });
    await page.goto('/final');
    await stopClock(page, '2026-10-10T11:00:00Z');
    await expect(page.getByText('Next charge: $39.99 on November 7, 2026.', { exact: true })).toHaveCount(2);
  });
});

test.describe('west of Greenwich', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('the subscription terms have their own date', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Subscription Terms' }).click();
    await expect(page.getByRole('dialog').getByText('Last updated: May 2025')).toBeVisible();
  });
});
