import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { openWithLastFile } from './support/open-app.ts';

test.use({ viewport: { width: 375, height: 740 } });

test('the checkout loads while the visitor reads the offer, so that a press waits for no file', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const ofCheckout = () => requested.filter((path) => path.startsWith('/remotes/mfe-checkout/'));
  await page.goto('/final?email=reading@example.com');
  await expect.poll(ofCheckout, 'the plans have not come into view').not.toEqual([]);
  await page.waitForLoadState('networkidle');
  const beforePress = ofCheckout();
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  expect(ofCheckout()).toEqual(beforePress);
});

test('a second visit takes every script from the cache', async ({ page }) => {
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, transferSize }) => ({ name: new URL(name).pathname, isFromCache: transferSize === 0 })),
    );
  await openWithLastFile(page);
  const first = await scripts();
  expect(first.length).toBeGreaterThan(2);
  expect(first.every(({ isFromCache }) => isFromCache)).toBe(false);
  await openWithLastFile(page);
  expect(await scripts()).toEqual(first.map(({ name }) => ({ name, isFromCache: true })));
});
