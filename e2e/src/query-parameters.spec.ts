import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { heading } from './support/journey.ts';
import { askProvider } from './support/provider.ts';

test('a valid email in the URL is kept, and every email is removed from the URL', async ({ page }) => {
  const received: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) received.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  const everywhere = ['/', '/final', '/payment-success'];
  const emails = [
    {
      param: 'name.surname%2Bplan%40example.com',
      stored: 'name.surname+plan@example.com',
      paths: everywhere,
    },
    { param: 'name+plus@example.com', stored: 'name+plus@example.com', paths: ['/final'] },
    { param: '+spaced@example.com+', stored: 'spaced@example.com', paths: ['/'] },
    { param: '%20spaced%40example.com%20', stored: 'spaced@example.com', paths: ['/final'] },
    { param: 'no-address', stored: null, paths: everywhere },
    { param: 'two%40at%40example.com', stored: null, paths: ['/final'] },
    { param: '%20', stored: null, paths: ['/'] },
  ];
  for (const { param, stored, paths } of emails) {
    for (const path of paths) {
      await page.goto(`${path}?utm=1&email=${param}`);
      await expect(page).toHaveURL(`${path}?utm=1`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('email'))).toBe(stored);
      if (stored && path === '/final') await expect(page.getByText(stored)).toBeVisible();
      // A link may name anybody's email, and without a paid session the page names none.
      if (path === '/payment-success') await expect(page.getByText('@example.com')).toHaveCount(0);
      await page.evaluate(() => localStorage.clear());
    }
  }
  expect(received.length).toBeGreaterThan(0);
  expect(received.filter((text) => /example\.com|example%2Ecom|%40/i.test(text))).toEqual([]);
});

test('an email leaves the URL while the texts of a German page still load', async ({ browser, funnel }) => {
  const page = await browser.newPage({ baseURL: funnel.url, locale: 'de-DE' });
  // The page waits two seconds for its texts, which never pass here.
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.clock.pauseAt('2026-05-01T12:00:01');
  const release = await holdRequests(page, /\/assets\/.*\/de\.\w+\.js$/);
  await page.goto('/?utm=1&email=besucherin@example.com', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/?utm=1');
  expect(await page.evaluate(() => localStorage.getItem('email'))).toBe('besucherin@example.com');
  release();
  await page.close();
});

test.describe('the currency', () => {
  const plan = (page: Page) => page.getByRole('radio', { name: '4-WEEK PLAN' });
  const cases: readonly { locale: string; query: string; price: string }[] = [
    { locale: 'en-US', query: '', price: '$19.99' },
    { locale: 'en-US', query: '?currency=EUR', price: '€19.99' },
    { locale: 'en-US', query: '?currency=eur', price: '€19.99' },
    { locale: 'en-US', query: '?currency=GBP', price: '$19.99' },
    { locale: 'fr-FR', query: '', price: '€19.99' },
    { locale: 'fr-FR', query: '?currency=USD', price: '$19.99' },
  ];

  test('comes from the URL, else from the language, and stays the same for the visit', async ({
    browser,
    funnel,
  }) => {
    for (const { locale, query, price } of cases) {
      const context = await browser.newContext({ locale, baseURL: funnel.url });
      const page = await context.newPage();
      await page.goto(`/${query}`);
      await page.goto(`/final?currency=${price.startsWith('$') ? 'EUR' : 'USD'}`);
      await expect(plan(page).getByText(price), `${locale} ${query}`).toBeVisible();
      await context.close();
    }
  });

  test('is the same in the offer, the checkout and the charge', async ({ page, funnel }) => {
    await page.goto('/?currency=EUR');
    await page.goto('/final?email=euro@example.com');
    await expect(page.getByText('First 4 weeks at €19.99, then €39.99 every 4 weeks').first()).toBeVisible();
    await expect(page.getByText(/\$\d+\.\d\d/)).toHaveCount(0);
    const session = page.waitForResponse('**/api/create-checkout');
    await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
    const opened = await (await session).json();
    expect(opened).toMatchObject({ amountMinor: 1999, currency: 'EUR' });
    await expect(heading(page, 'Complete Your Order')).toBeVisible();
    await expect(page.getByText('€19.99').first()).toBeVisible();
    await expect(page.getByText(/\$\d+\.\d\d/)).toHaveCount(0);
    expect(await askProvider(funnel, 'GET', `/v1/checkout/sessions/${opened.sessionId}`)).toMatchObject({
      amount_total: 1999,
      currency: 'eur',
    });
  });
});
