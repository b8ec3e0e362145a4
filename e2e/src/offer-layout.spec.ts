import type { Locator, Page } from '@playwright/test';

import { boxesOf, boxOf } from './support/box.ts';
import { expectEnded, offerMs, openOfferAt } from './support/countdown.ts';
import { expect, test } from './support/funnel.ts';
import { tabThrough } from './support/layout.ts';
import { expectWebFont, openApp } from './support/open-app.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openState } from './support/states.ts';
import { wrappedTexts } from './support/text-lines.ts';

const phone = { width: 375, height: 740 };
const barHeight = 72;

/** The parts of the page by their names in a language. */
const english = {
  locale: 'en-US',
  summary: 'Your profile',
  buy: 'GET IMMEDIATE ACCESS',
  bar: 'Your selected plan',
};
const german = {
  locale: 'de-DE',
  summary: 'Ihr Profil',
  buy: 'SOFORT ZUGANG ERHALTEN',
  bar: 'Ihr gewählter Plan',
};

/** The offer of a visitor who has answered everything. */
async function openOffer(page: Page): Promise<void> {
  await openState(page, 'offer, all known');
  await expect(page.getByRole('radio')).toHaveCount(3);
  await expectWebFont(page);
}

for (const { locale, summary, buy, bar } of [english, german]) {
  test.describe(`the offer in ${locale}`, () => {
    test.use({ locale, viewport: phone });

    test('has one summary, its plans and its main button near the top, and is short', async ({ page }) => {
      await openOffer(page);
      const profile = await boxOf(page.getByRole('region', { name: summary }));
      const firstPlan = await boxOf(page.getByRole('radio').first());
      const button = await boxOf(page.getByRole('button', { name: buy }).first());
      expect(profile.height).toBeLessThanOrEqual(200);
      expect(firstPlan.bottom).toBeLessThanOrEqual(1200);
      expect(button.bottom).toBeLessThanOrEqual(1600);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4200);
    });

    test('wraps no text of a plan or of the order bar at 320 px', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await openOffer(page);
      for (const plan of await page.getByRole('radio').all()) {
        expect(await wrappedTexts(plan)).toEqual([]);
        expect((await boxOf(plan)).height).toBeGreaterThanOrEqual(88);
      }
      expect(await wrappedTexts(page.getByRole('button', { name: buy }).first())).toEqual([]);
      await page.getByRole('contentinfo').or(page.locator('footer')).first().scrollIntoViewIfNeeded();
      const order = page.getByRole('region', { name: bar });
      await expect(order).toBeVisible();
      expect(await wrappedTexts(order)).toEqual([]);
    });
  });
}

/** Opens the offer. Returns how many plans are on the page when its heading appears. */
async function plansWithHeading(page: Page): Promise<unknown> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      // A screen that loads is marked as busy, and the page waits for its scripts with a heading of its own.
      if (!document.querySelector('main h1:not([aria-busy="true"] *, [data-waiting] *)')) return;
      observer.disconnect();
      Object.assign(window, { plansAtFirst: document.querySelectorAll('[role="radio"]').length });
    }).observe(document, { subtree: true, childList: true });
  });
  await openOffer(page);
  return page.evaluate('window.plansAtFirst');
}

test('on a phone the first sections appear before the plans below them', async ({ page }) => {
  await page.setViewportSize(phone);
  expect(await plansWithHeading(page)).toBe(0);
});

test('on a desktop the plans appear with the first sections beside them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await plansWithHeading(page)).toBe(3);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('a plan shows its price large, the struck price above it, and what is saved', async ({ page }) => {
    await openOffer(page);
    const plan = page.getByRole('radio', { name: '4-WEEK PLAN' });
    const price = plan.getByText('$19.99', { exact: true });
    await expect(price).toHaveCSS('font-size', '24px');
    await expect(price).toHaveCSS('font-weight', '700');
    const struck = await boxOf(plan.locator('s'));
    expect(struck.bottom).toBeLessThanOrEqual((await boxOf(price)).y + 1);
    await expect(page.getByText('Save 50%', { exact: true })).toHaveCount(3);
    const renewal = await boxOf(plan.getByText('Then $39.99 every 4 weeks'));
    expect(renewal.y).toBeGreaterThanOrEqual((await boxOf(plan.getByText('$0.71 per day'))).bottom - 1);
    expect(renewal.y).toBeGreaterThanOrEqual((await boxOf(price)).bottom - 1);

    const tooltip = page.getByRole('tooltip');
    const trigger = page.getByRole('button', { name: 'About the per-day price' });
    await trigger.scrollIntoViewIfNeeded();
    // A scroll that is reported after the click would close the tooltip.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await trigger.click();
    await expect(tooltip).toBeVisible();
    const shown = await boxOf(tooltip);
    for (const other of await page.getByRole('radio').all()) {
      expect((await boxOf(other)).bottom, 'a plan ends above the tooltip').toBeLessThanOrEqual(shown.y);
    }
  });

  test('a bar with the plan and the charge appears below the main button, moves and covers nothing, and leads back', async ({
    page,
  }) => {
    await watchShifts(page);
    await openOffer(page);
    await page.getByRole('radio', { name: '12-WEEK PLAN' }).click();
    const main = page.getByRole('button', { name: english.buy }).first();
    await main.scrollIntoViewIfNeeded();
    const order = page.getByRole('region', { name: english.bar });
    await expect(order).toHaveCount(0);
    // The plan's own texts have changed.
    await expect(page.getByText('Charged today: $39.99')).toHaveCount(2);
    const shiftsBefore = await shiftsOf(page);

    // From the plans with Tab to the end of the page.
    await page.getByRole('radio', { name: '12-WEEK PLAN' }).focus();
    const { names, covered } = await tabThrough(page);
    expect(names).toEqual(expect.arrayContaining([english.buy, 'See the refund conditions', 'Disclaimer']));
    expect(covered).toEqual([]);

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(order).toContainText('12-WEEK PLAN');
    await expect(order).toContainText('Charged today: $39.99');
    await expect.poll(async () => (await boxOf(order)).bottom).toBe(phone.height);
    const bar = await boxOf(order);
    expect([bar.height, bar.x, bar.width]).toEqual([barHeight, 0, phone.width]);
    const last = await boxOf(page.getByRole('button', { name: 'Disclaimer' }));
    expect(last.bottom, 'the last link ends above the bar').toBeLessThanOrEqual(bar.y);

    await order.getByRole('button', { name: 'ORDER' }).click();
    await expect(main).toBeFocused();
    await expect(main).toBeInViewport({ ratio: 1 });
    await expect(order).toHaveCount(0);
    expect(await shiftsOf(page)).toEqual(shiftsBefore);
  });

  test('the end of the countdown moves nothing', async ({ page }) => {
    await openOfferAt(page, Date.now());
    const main = page.getByRole('button', { name: english.buy }).first();
    const before = await boxOf(main);
    await page.clock.fastForward(offerMs);
    await expectEnded(page);
    expect(await boxOf(main)).toEqual(before);
  });
});

test('the plans stay in view beside the content, in a frame of at most 1040 px', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openOffer(page);
  const title = page.getByRole('heading', { level: 1 });
  const plans = page.getByRole('region', { name: 'Choose your plan' });
  const edges = async () => [(await boxOf(title)).x, (await boxOf(plans)).right];
  expect(await edges()).toEqual([120, 1160]);

  await page.getByRole('heading', { name: '30-day money-back guarantee' }).evaluate((heading) => {
    heading.scrollIntoView({ block: 'center' });
  });
  for (const plan of await page.getByRole('radio').all()) {
    await expect(plan).toBeInViewport({ ratio: 1 });
    expect((await boxOf(plan)).y, 'below the header').toBeGreaterThanOrEqual(56);
  }
  await expect(page.getByRole('button', { name: english.buy }).first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('region', { name: english.bar })).toBeHidden();

  await page.setViewportSize({ width: 1024, height: 800 });
  expect(await edges()).toEqual([24, 1000]);
});

test('the goal and what it gains are at least 8 px apart at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openOffer(page);
  const goal = await page.getByRole('heading', { name: 'Goal', exact: true }).evaluate((heading) => {
    const text = document.createRange();
    text.selectNodeContents(heading);
    return text.getBoundingClientRect().right;
  });
  const gain = await boxOf(page.getByText('+75%').first());
  expect(gain.x - goal).toBeGreaterThanOrEqual(8);
});

test('the logo after the countdown is the logo of the other screens', async ({ page }) => {
  await openApp(page, '/step-1');
  const mark = page
    .getByRole('banner')
    .locator('svg')
    .filter({ has: page.locator('rect') });
  const pathsOf = (drawing: Locator) =>
    drawing.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
  const paths = await pathsOf(mark);
  await openState(page, 'offer, time is up');
  const logo = page.locator('header').filter({ hasText: 'Candela' }).locator('svg').first();
  expect(await pathsOf(logo)).toEqual(paths);
});

test('the reviews are one row that the keyboard scrolls on a phone, and a column beside the plans', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openOffer(page);
  const row = page.getByRole('region', { name: 'What learners say' });
  const reviews = row.getByRole('listitem');
  const tops = async () =>
    new Set(await Promise.all((await reviews.all()).map(async (one) => (await boxOf(one)).y)));
  expect((await tops()).size).toBe(1);
  await expect(reviews.last()).not.toBeInViewport();
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await expect(row).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);

  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await tops()).size).toBe(3);
});

test('the favorite has a band whose text is in line with the names of the plans', async ({ page }) => {
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openOffer(page);
    const plans = page.getByRole('radio');
    const band = page.getByText('MOST POPULAR', { exact: true });
    const card = await boxOf(plans.filter({ has: band }));
    const [box, name] = await boxesOf(band, plans.getByText('4-WEEK PLAN', { exact: true }));
    expect(Math.abs(box.width - card.width)).toBeLessThanOrEqual(4);
    expect(name.y - box.bottom).toBeGreaterThanOrEqual(8);
    const indent = await band.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft));
    expect(Math.abs(box.x + indent - name.x)).toBeLessThanOrEqual(1);
  }
});

test('at 1280 px a side of the comparison has 16 px around it, and no answer breaks', async ({ page }) => {
  await openOffer(page);
  const heading = page.getByRole('heading', { name: 'Now', exact: true });
  await expect(heading.locator('..')).toHaveCSS('padding', '16px');
  expect(await wrappedTexts(page.getByRole('region', { name: english.summary }).getByRole('list'))).toEqual(
    [],
  );
});

test('from 768 px the logo stands in the middle, between the time left and the link to the plans', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openOffer(page);
  const logo = page.getByText('Candela', { exact: true });
  const { x, width } = await boxOf(logo);
  expect(Math.abs(x + width / 2 - 768 / 2)).toBeLessThanOrEqual(1);
  await page.setViewportSize(phone);
  await expect(logo).toBeHidden();
});
