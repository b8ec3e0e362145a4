import { faults, offer, panel, patience, withoutHashes } from './support/faults.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';

for (const { name, file, answer } of faults) {
  test(`${name}: a readable panel, and trying again works`, async ({ page }) => {
    await page.route(file, (route) =>
      route.request().url().includes('/remotes/mfe-pricing/') ? answer(route) : route.continue(),
    );
    await page.goto('/final', { waitUntil: 'commit' });
    await expect(panel(page)).toBeVisible(patience);

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(offer(page)).toBeVisible(patience);
  });
}

test('missing hash: its files are refused, and only its', async ({ page }) => {
  await page.route(/\/final$/, withoutHashes('/remotes/mfe-pricing/'));
  await page.goto('/final', { waitUntil: 'commit' });
  await expect(panel(page)).toBeVisible(patience);

  await page.unrouteAll();
  await page.goto('/step-1');
  await expect(heading(page, 'How old are you?')).toBeVisible();
});
