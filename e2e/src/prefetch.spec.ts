import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { checkoutScript, openWithLastFile } from './support/open-app.ts';

test.use({ viewport: { width: 375, height: 740 } });

test('the checkout loads while the visitor reads the offer, so that a press waits for no file', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const ofCheckout = () => requested.filter((path) => path.startsWith('/remotes/mfe-checkout/'));
  const lastFile = page.waitForEvent('requestfinished', (request) => checkoutScript.test(request.url()));
  await page.goto('/final?email=reading@example.com');
  await lastFile;
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
        .map(({ name, transferSize }) => ({ name: new URL(name).pathname, isFromCache: transferSize === 0 }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    );
  const openedScripts = async () => {
    await openWithLastFile(page);
    await expect.poll(scripts).toHaveLength(5);
    return scripts();
  };
  const first = await openedScripts();
  expect(first.every(({ isFromCache }) => isFromCache)).toBe(false);
  expect(await openedScripts()).toEqual(first.map(({ name }) => ({ name, isFromCache: true })));
});
