import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { heading, paymentForm } from './support/journey.ts';

test('an e-mail in the address is kept if it is one, and never stays in the address', async ({ page }) => {
  const received: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) received.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  const everywhere = ['/', '/final', '/payment-success'];
  const given = [
    { param: 'name.surname%2Bplan%40example.com', kept: 'name.surname+plan@example.com', paths: everywhere },
    { param: '%20spaced%40example.com%20', kept: 'spaced@example.com', paths: ['/final'] },
    { param: 'no-address', kept: null, paths: everywhere },
    { param: 'two%40at%40example.com', kept: null, paths: ['/final'] },
    { param: '%20', kept: null, paths: ['/'] },
  ];
  for (const { param, kept, paths } of given) {
    for (const path of paths) {
      await page.goto(`${path}?utm=1&email=${param}`);
      await expect(page).toHaveURL(`${path}?utm=1`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('email'))).toBe(kept);
      if (kept && path !== '/') await expect(page.getByText(kept)).toBeVisible();
      await page.evaluate(() => localStorage.clear());
    }
  }
  expect(received.length).toBeGreaterThan(0);
  expect(received.filter((text) => /example\.com|example%2Ecom|%40/i.test(text))).toEqual([]);
});

test.describe('the currency', () => {
  const plan = (page: Page) => page.getByRole('radio', { name: '4-WEEK PLAN' });
  const cases: readonly { locale: string; query: string; price: string }[] = [
    { locale: 'en-US', query: '', price: '$19.99' },
    { locale: 'en-US', query: '?currency=EUR', price: '€19.99' },
    { locale: 'en-US', query: '?currency=eur', price: '€19.99' },
    { locale: 'en-US', query: '?currency=GBP', price: '$19.99' },
    { locale: 'de-DE', query: '', price: '€19.99' },
    { locale: 'de-DE', query: '?currency=USD', price: '$19.99' },
  ];

  test('is the address’s, else the language’s, and the visit keeps it', async ({ browser, funnel }) => {
    for (const { locale, query, price } of cases) {
      const context = await browser.newContext({ locale, baseURL: funnel.url });
      const page = await context.newPage();
      await page.goto(`/${query}`);
      await page.goto(`/final?currency=${price.startsWith('$') ? 'EUR' : 'USD'}`);
      await expect(plan(page).getByText(price), `${locale} ${query}`).toBeVisible();
      await context.close();
    }
  });

  test('is the same in the offer, in the checkout and in the charge', async ({ page }) => {
    await page.goto('/?currency=EUR');
    await page.goto('/final?email=euro@example.com');
    await expect(page.getByText('First 4 weeks at €19.99, then €39.99 every 4 weeks').first()).toBeVisible();
    await expect(page.getByText(/\$\d+\.\d\d/)).toHaveCount(0);
    const session = page.waitForResponse('**/api/create-checkout');
    await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
    expect(await (await session).json()).toMatchObject({ amountMinor: 1999, currency: 'EUR' });
    await expect(heading(page, 'Complete Your Order')).toBeVisible();
    await expect(page.getByText('€19.99').first()).toBeVisible();
    await expect(page.getByText(/\$\d+\.\d\d/)).toHaveCount(0);
    await expect(
      paymentForm(page)
        .getByText(/€\s?19\.99/)
        .first(),
    ).toBeVisible();
  });
});
