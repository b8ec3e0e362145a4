import { createHash } from 'node:crypto';

import type { Page } from '@playwright/test';

import type { AdPlatforms } from '../support/ad-platforms.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import {
  answerFrom,
  cards,
  heading,
  submitEmail,
  mouse,
  pay,
  paymentForm,
  completeQuiz,
} from '../support/journey.ts';
import { hasTakenOver } from '../support/open-app.ts';
import { recordJourney, type JourneyRecord } from '../support/journey-record.ts';
import { storedRows } from '../support/stored-rows.ts';

test.use({ productName: 'ad platforms', hasAds: true });

const destinations = ['meta', 'tiktok', 'ga4', 'tracking', 'platform'];
const tail = '?utm_source=meta&utm_campaign=spring&fbclid=IwAR0e2e';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** How often each event except page views was received, by destination. */
const receivedEvents = ({ received }: AdPlatforms) =>
  Object.fromEntries(
    destinations.map((destination) => {
      const counts: Record<string, number> = {};
      for (const one of received) {
        if (one.destination !== destination || /^page_?view$/i.test(one.event)) continue;
        counts[one.event] = (counts[one.event] ?? 0) + 1;
      }
      return [destination, counts];
    }),
  );

const once = { ViewContent: 1, Lead: 1, InitiateCheckout: 1, Purchase: 1 };
const everything = {
  meta: once,
  tiktok: once,
  ga4: { view_item: 1, generate_lead: 1, begin_checkout: 1, purchase: 1 },
  tracking: { ViewContent: 1, InitiateCheckout: 1, Purchase: 1 },
  platform: once,
};
const nothing = Object.fromEntries(destinations.map((destination) => [destination, {}]));

const waiting = async (funnel: Funnel): Promise<number> =>
  Object(await funnel.send('/api/reports/totals')).deliveries.waiting;
const deliveriesDone = (funnel: Funnel) => expect.poll(() => waiting(funnel), { timeout: 20_000 }).toBe(0);

/** The hosts that the browser sent requests to. */
function hostsAskedBy(page: Page): Set<string> {
  const hosts = new Set<string>();
  page.context().on('request', (request) => {
    if (request.url().startsWith('http')) hosts.add(new URL(request.url()).host);
  });
  return hosts;
}

test('the service alone sends each conversion of a paying visitor from an ad once to every ad platform', async ({
  page,
  funnel,
}) => {
  const { ads } = funnel;
  const hosts = hostsAskedBy(page);
  const email = 'From-An-Ad@example.com';
  await page.goto(`/${tail}`);
  // The last slide is the only screen before the email whose view is a conversion.
  await answerFrom('/info-3', page, mouse);
  await submitEmail(page, mouse, email);
  await button(page, 'GET IMMEDIATE ACCESS').first().click();
  await pay(page, mouse, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await expect.poll(() => receivedEvents(ads), { timeout: 20_000 }).toEqual(everything);
  await page.reload();
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await page.goto('/');
  await deliveriesDone(funnel);
  expect(receivedEvents(ads)).toEqual(everything);

  const purchases = ads.received.filter(({ event }) => /^purchase$/i.test(event));
  expect(new Set(purchases.map(({ id }) => id)).size).toBe(1);
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  for (const { destination, body } of purchases) {
    if (destination === 'tracking') continue;
    expect(body, destination).toContain(hash);
  }
  expect(purchases.find(({ destination }) => destination === 'meta')?.body).toMatch(
    /"fbc":"fb\.1\.\d{13}\.IwAR0e2e"/,
  );
  expect(purchases.find(({ destination }) => destination === 'platform')?.body).toContain(
    '"utm_source":"meta","utm_campaign":"spring"',
  );
  for (const { body } of ads.received) expect(body.toLowerCase()).not.toMatch(/from-an-ad(@|%40)/);

  const [product, provider] = [funnel.url, funnel.sandbox?.url ?? ''].map((url) => new URL(url).host);
  expect([...hosts].sort()).toEqual([product, provider].sort());
  const kept = await page.evaluate(() => document.cookie);
  expect(kept).not.toContain('IwAR0e2e');
});

/** Completes the whole journey as a new visitor, and returns what it sent. `onScreen` runs on each screen. */
async function completeJourney(
  page: Page,
  funnel: Funnel,
  { email, onScreen }: { email: string; onScreen: (path: string) => Promise<void> },
): Promise<JourneyRecord> {
  const recordOf = recordJourney(funnel, email);
  await page.goto(`/${tail}`);
  await completeQuiz(page, mouse, ({ path }) => onScreen(path));
  await submitEmail(page, mouse, email);
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  await onScreen('/final');
  await button(page, 'GET IMMEDIATE ACCESS').first().click();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await onScreen('/checkout');
  await pay(page, mouse, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await onScreen('/payment-success');
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  // A page sends its events when it is left, and so before those of the next page.
  await page.goto('/nowhere');
  const lastView = `select path from events where name = 'PageView' and path = '/nowhere'
    and visit_id = (select visit_id from checkout_sessions where email = ?)`;
  await expect.poll(() => storedRows(funnel, lastView, email)).toHaveLength(1);
  await expect
    .poll(() => receivedEvents(funnel.ads), { timeout: 20_000 })
    .toMatchObject({ meta: { Purchase: 1 } });
  await deliveriesDone(funnel);
  const sent = recordOf();
  funnel.ads.received.length = 0;
  return sent;
}

test('a journey with a reload on every screen sends the same as one without, except page views', async ({
  page,
  browser,
  funnel,
}) => {
  funnel.ads.received.length = 0;
  const plain = await completeJourney(page, funnel, {
    email: 'without-reloads@example.com',
    onScreen: async () => undefined,
  });
  const context = await browser.newContext({ baseURL: funnel.url });
  const reloading = await context.newPage();
  const reload = async () => {
    await reloading.reload();
    await reloading.waitForFunction(hasTakenOver);
  };
  const reloaded = await completeJourney(reloading, funnel, {
    email: 'with-reloads@example.com',
    async onScreen(path) {
      if (path === '/step-17') {
        // It is shown for three seconds only, so it is opened once more.
        await reloading.goto('/loading');
        await reload();
        await expect(reloading).toHaveURL(path);
      }
      await reload();
    },
  });
  await context.close();
  expect(plain.leads).toHaveLength(1);
  expect(plain.checkoutSessions).toHaveLength(1);
  // ViewContent, Lead, InitiateCheckout, and Purchase; the ad-tracking API does not get the lead.
  expect(plain.events).toHaveLength(4);
  expect(plain.conversions).toHaveLength(19);
  expect(reloaded).toEqual(plain);
});

test.describe('if consent is required', () => {
  test.use({ baseURL: ({ strictFunnel }, use) => use(strictFunnel.url) });
  test.beforeEach(async ({ strictFunnel }) => {
    const { ads } = strictFunnel;
    ads.isDown = false;
    // The last views of an earlier test may still be delivered.
    await deliveriesDone(strictFunnel);
    ads.received.length = 0;
  });

  /** Goes from the first slide to the payment dialog of the offer and pays. */
  async function buy(page: Page, email: string) {
    await page.goto('/info-3');
    await expect(heading(page, 'We have exactly what you need!')).toBeVisible();
    await page.goto('/step-17');
    await submitEmail(page, mouse, email);
    await button(page, 'GET IMMEDIATE ACCESS').first().click();
    await pay(page, mouse, cards.good);
    await expect(heading(page, 'Payment Successful!')).toBeVisible();
  }

  for (const [answer, choice] of [
    ['no response', null],
    ['a declined consent', 'Decline'],
  ] as const) {
    test(`${answer} sends no conversion, and the visitor can continue`, async ({ page, strictFunnel }) => {
      const email = `${choice ?? 'none'}@example.com`;
      await page.goto(`/step-1${tail}`);
      await expect(button(page, 'Accept')).toBeVisible();
      if (choice) await button(page, choice).click();
      await buy(page, email);
      const received = page.waitForResponse('/api/events');
      await page.goto('/step-2');
      await received;
      await expect
        .poll(() => strictFunnel.leads.deliveries.filter(({ body }) => Object(body).email === email).length)
        .toBe(1);
      await deliveriesDone(strictFunnel);
      expect(strictFunnel.ads.received).toEqual([]);
    });
  }

  test('consent sends every conversion with the visitor’s attribution', async ({ page, strictFunnel }) => {
    const { ads } = strictFunnel;
    await page.goto(`/step-1${tail}`);
    await button(page, 'Accept').click();
    await expect(button(page, 'Privacy choices')).toBeVisible();
    await buy(page, 'granted@example.com');
    await expect.poll(() => receivedEvents(ads), { timeout: 20_000 }).toEqual(everything);
    // The view of this screen is reported before that of the next one, and its delivery belongs to this test.
    const reported = page.waitForResponse('/api/events');
    await page.goto('/nowhere');
    await reported;
    const purchase = ads.received.find(
      ({ event, destination }) => event === 'Purchase' && destination === 'meta',
    );
    expect(purchase?.body).toContain('.IwAR0e2e"');
  });

  test('withdrawn consent stops pending and later conversions', async ({ page, strictFunnel }) => {
    const { ads } = strictFunnel;
    await page.goto('/step-1');
    await button(page, 'Accept').click();
    await expect(button(page, 'Privacy choices')).toBeVisible();
    ads.isDown = true;
    await page.goto('/info-3');
    await expect.poll(() => waiting(strictFunnel)).toBeGreaterThan(0);
    const before = ads.received.length;
    await button(page, 'Privacy choices').click();
    await deliveriesDone(strictFunnel);
    ads.isDown = false;
    await buy(page, 'withdrawn@example.com');
    await deliveriesDone(strictFunnel);
    expect(ads.received.slice(before)).toEqual([]);
    expect(receivedEvents(ads)).toEqual(nothing);
  });
});
