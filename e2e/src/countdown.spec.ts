import {
  expectAnnounced,
  expectEnded,
  expectMyPlanLeadsToPlans,
  expectTimeLeft,
  offerMs,
  openOfferAt,
  seconds,
} from './support/countdown.ts';
import { expect, test } from './support/funnel.ts';

// On a wide screen the plans are beside the other sections.
test.use({ viewport: { width: 390, height: 667 } });

test('the discount lasts 9:57 from the first view across reloads and background tabs, and only its end is announced', async ({
  page,
  context,
}) => {
  await openOfferAt(page, Date.now());
  await page.clock.runFor(seconds(1));
  await expectTimeLeft(page, '09:56');
  await expect(page.getByText('Special time-limited offer')).toBeVisible();
  await page.clock.runFor(seconds(59));
  await expectTimeLeft(page, '08:57');
  await expectAnnounced(page, []);
  await expectMyPlanLeadsToPlans(page);

  // In a background tab timers fire late, and only once.
  await page.clock.fastForward(seconds(300));
  await expectTimeLeft(page, '03:57');
  await page.clock.runFor(seconds(1));
  await expectTimeLeft(page, '03:56');

  await page.reload();
  await expectTimeLeft(page, '03:56');
  const secondTab = await context.newPage();
  await secondTab.goto('/final');
  await expectTimeLeft(secondTab, '03:56');

  await page.clock.runFor(seconds(235));
  await expectTimeLeft(page, '00:01');
  await page.clock.runFor(seconds(1));
  await expectEnded(page);
  await expectAnnounced(page, ['The countdown has ended.']);
  await expectMyPlanLeadsToPlans(page);
  await expect(page.getByText(/limited|expires|hurry/i)).toHaveCount(0);
  await expect(page.getByText('Charged today: $19.99')).toHaveCount(2);

  await page.reload();
  await expectEnded(page);
  await page.clock.fastForward(offerMs);
  await page.reload();
  await expectEnded(page);
});

test('the discount goes on after a visit to the checkout, also without cookies', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', {
      get: () => '',
      set() {
        // A browser that blocks cookies stores nothing.
      },
    });
    localStorage.setItem('email', 'uncounted@example.com');
  });
  await openOfferAt(page, Date.now());
  await page.clock.runFor(seconds(60));
  await expectTimeLeft(page, '08:57');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(page).toHaveURL('/checkout');
  await page.goBack();
  await expectTimeLeft(page, '08:57');
});

test('the service stores the deadline that the page shows, too, because Safari soon deletes what a script has stored', async ({
  page,
}) => {
  const reported = page.waitForResponse('/api/offer');
  await page.goto('/final');
  const { 'set-cookie': written = '' } = await (await reported).allHeaders();
  expect(written).toMatch(/^offer-deadline=\d+; path=\/; expires=/);
  expect(await page.evaluate(() => document.cookie)).toBe(written.split(';')[0]);
  await expect(page.getByText('Discount expires in')).toBeVisible();
});
