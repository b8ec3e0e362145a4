import type { Page } from '@playwright/test';

import { expect, test, type Funnel } from './support/funnel.ts';
import { cards, heading, mouse, pay } from './support/journey.ts';
import { openSession } from './support/provider.ts';

const app = 'https://app.candela.example/activate-account';
const sessionPath = /\/api\/checkout-sessions\//;
const link = (page: Page) => page.getByRole('link', { name: 'Activate Your Account Now' });
// A headless browser shows every tab, so the change is only announced.
const returnTo = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** The token of the page's link, once it is another one than `known`. */
async function tokenOf(page: Page, known: string | null = null): Promise<string> {
  const token = async () => new URL((await link(page).getAttribute('href')) ?? '').searchParams.get('token');
  await expect.poll(async () => [null, known].includes(await token())).toBe(false);
  return (await token()) ?? '';
}

/** What the external app does with a token. */
const redeem = async (page: Page, { url }: Funnel, token: string) =>
  (await page.request.post(`${url}/api/activation`, { data: { token } })).status();

/** Pays, and waits for the page with the link. Resolves to its token. */
async function buy(page: Page, email: string): Promise<string> {
  await openSession(page, email);
  await pay(page, mouse, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  return tokenOf(page);
}

/** Presses the link. The app answers without a page, so that this one stays open, as it does behind another tab. */
async function activate(page: Page, token: string): Promise<void> {
  await page.route(`${app}**`, (route) => route.fulfill({ status: 204 }));
  const opened = page.waitForRequest(`${app}?token=${token}`);
  await link(page).click();
  await opened;
}

test('the activation link of a page that stays open has another token after it was used', async ({
  page,
  funnel,
}) => {
  const used = await buy(page, 'used@example.com');
  await activate(page, used);
  expect(await redeem(page, funnel, used)).toBe(200);
  expect(await redeem(page, funnel, used)).toBe(404);
  expect(await redeem(page, funnel, await tokenOf(page, used))).toBe(200);
});

test('the activation link has no used token while there is no connection, and another one soon after', async ({
  page,
  funnel,
}) => {
  const used = await buy(page, 'offline-activation@example.com');
  await page.route(sessionPath, (route) => route.abort('internetdisconnected'));
  await activate(page, used);
  await returnTo(page);
  await expect(link(page)).toHaveAttribute('href', app);
  await page.unroute(sessionPath);
  expect(await redeem(page, funnel, await tokenOf(page))).toBe(200);
});

test('the activation link is a new one when the visitor returns after an hour, in both addresses of the page', async ({
  page,
  funnel,
}) => {
  await page.clock.install();
  await buy(page, 'returning@example.com');
  for (const open of [async () => undefined, () => page.goto('/payment-success')]) {
    await open();
    const first = await tokenOf(page);
    await page.clock.fastForward('01:00:00');
    await returnTo(page);
    expect(await redeem(page, funnel, await tokenOf(page, first))).toBe(200);
  }
});

test('the activation link stays valid while the visitor goes to and fro between tabs', async ({
  page,
  funnel,
}) => {
  const copied = await buy(page, 'to-and-fro@example.com');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (let returns = 0; returns < 10; returns += 1) await returnTo(page);
  expect(requests.filter((url) => sessionPath.test(url))).toEqual([]);
  expect(await redeem(page, funnel, copied)).toBe(200);
});

test('the activation link of a page that stays in view is renewed before its day is over', async ({
  page,
  funnel,
}) => {
  await page.clock.install();
  const first = await buy(page, 'in-view@example.com');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.clock.fastForward('11:00:00');
  await page.clock.runFor(60_000);
  expect(requests.filter((url) => sessionPath.test(url))).toEqual([]);
  await page.clock.fastForward('12:00:00');
  await page.clock.runFor(60_000);
  expect(await redeem(page, funnel, await tokenOf(page, first))).toBe(200);
});

test('the activation link of a page after a day out of sight has no expired token at any moment', async ({
  page,
}) => {
  await page.clock.install();
  await buy(page, 'next-day@example.com');
  await page.route(sessionPath, () => undefined);
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true }),
  );
  await page.clock.fastForward('24:00:00');
  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
  await returnTo(page);
  await expect(link(page)).toHaveAttribute('href', app);
});
