import type { Locator, Page } from '@playwright/test';

import { boxesOf, boxOf } from './support/box.ts';
import { expect, test } from './support/funnel.ts';
import { heading, mouse } from './support/journey.ts';
import { expectWebFont, openApp, stopClock } from './support/open-app.ts';
import { visibleShiftsOf, watchShifts } from './support/shifts.ts';
import { screens } from './support/screens.ts';
import { openState } from './support/states.ts';
import { linesOf } from './support/text-lines.ts';
import { closeToast, toasts } from './support/toasts.ts';

const edgesOf = async (part: Locator) => {
  const { x, y, right, height, width } = await boxOf(part);
  return { left: x, right, top: y, height, width };
};

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const counter = (page: Page) => page.getByRole('banner').getByText(' / ');

test.describe('on a wide window', () => {
  for (const { window, width } of [
    { window: { width: 1024, height: 768 }, width: 976 },
    { window: { width: 1440, height: 900 }, width: 1040 },
  ]) {
    test(`the quiz stands in a frame ${width} px wide at ${window.width} px`, async ({ page }) => {
      await page.setViewportSize(window);
      const left = (window.width - width) / 2;
      const right = left + width;

      for (const path of ['/step-4', '/step-10', '/info-3', '/step-17']) {
        await page.goto(path);
        await expect(title(page)).toHaveCSS('font-size', '36px');
        await expect(title(page)).toHaveCSS('line-height', /^4[34](\.\d+)?px$/);
        const bar = page.getByRole('banner');
        const progress = await edgesOf(bar.getByRole('progressbar'));
        expect([progress.left, progress.right], path).toEqual([left, right]);
        expect((await edgesOf(bar.getByRole('link', { name: 'Back' }))).left, path).toBeCloseTo(left, 0);
        if (await counter(page).count()) {
          expect((await edgesOf(counter(page))).right, path).toBeCloseTo(right, 0);
        }
        // The panel with the scene at the left, and 480 px for the question and its answers at the right.
        const scene = await edgesOf(page.getByRole('main').locator('svg').first());
        expect(scene.left, path).toBeGreaterThanOrEqual(left);
        expect(scene.right, path).toBeLessThan(right - 480);
        const parts = [
          title(page),
          ...(await page.getByRole('main').getByRole('group').all()),
          ...(await page.getByRole('main').getByRole('textbox').all()),
        ];
        for (const part of parts) {
          const edges = await edgesOf(part);
          expect([edges.left, edges.right], `${path} ${part}`).toEqual([right - 480, right]);
        }
      }
    });
  }

  for (const locale of ['en-US', 'de-DE']) {
    test.describe(`in ${locale}`, () => {
      test.use({ locale, viewport: { width: 1280, height: 800 } });

      test('no company is behind the pinned button at 1280 × 800', async ({ page }) => {
        await page.goto('/step-10');
        await expect(title(page)).toBeVisible();
        const button = await edgesOf(page.getByRole('main').getByRole('button'));
        const companies = page.getByRole('main').getByRole('checkbox');
        await expect(companies).toHaveCount(10);
        for (const company of await companies.all()) {
          const { top, height } = await edgesOf(company);
          expect(top + height).toBeLessThanOrEqual(button.top);
        }
      });
    });
  }

  test('the panel has a fact that suits the screen, which a narrow window leaves out', async ({ page }) => {
    for (const [path, text] of [
      ['/step-2', 'We ask for your email only at the last question.'],
      ['/step-10', 'The simulator works with real data.'],
      ['/step-3', 'You practice in a simulator, without real money.'],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path);
      const fact = page.getByText(text);
      await expect(fact).toBeVisible();
      // It begins where the headline begins.
      const [beside, headline] = await boxesOf(fact, title(page));
      expect(Math.abs(beside.y - headline.y)).toBeLessThanOrEqual(1);
      await page.setViewportSize({ width: 1023, height: 800 });
      await expect(fact).toBeHidden();
    }
  });

  for (const viewport of [
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
    { width: 1440, height: 900 },
  ]) {
    test(`the panel is whole and 540 px high, below the consent banner too, at ${viewport.width} px`, async ({
      browser,
      funnel,
      strictFunnel,
    }) => {
      for (const { url } of [funnel, strictFunnel]) {
        const page = await browser.newPage({ baseURL: url, viewport });
        await openState(page, 'resume prompt');
        const fact = page.getByText('You need no finance degree to begin.');
        const panel = await edgesOf(fact.locator('..'));
        expect(panel.height).toBe(540);
        expect(panel.top + panel.height).toBeLessThanOrEqual(viewport.height);
        expect(panel.left).toBe((await edgesOf(page.getByRole('banner').getByRole('progressbar'))).left);
        // The card stands between the fact and the scene, and covers no answer.
        const card = await edgesOf(page.getByRole('region', { name: /^Welcome back!/ }));
        expect(card.top).toBeGreaterThanOrEqual((await boxOf(fact)).bottom);
        expect(card.right).toBeLessThan((await edgesOf(page.getByRole('button', { name: 'NO' }))).left);
        const scene = await edgesOf(page.getByRole('main').locator('svg').first());
        expect(scene.top).toBeGreaterThanOrEqual(card.top + card.height);
        expect(scene.width).toBeGreaterThanOrEqual(446);
        await page.close();
      }
    });
  }

  test('an answer is 64 px high', async ({ page }) => {
    await page.goto('/step-3');
    for (const answer of await page.getByRole('group').getByRole('button').all()) {
      expect((await edgesOf(answer)).height).toBe(64);
    }
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test('the column is 560 px wide, with a scene 260 px high and companies in rows of 64 px', async ({
    page,
  }) => {
    for (const path of ['/step-3', '/step-10', '/step-17']) {
      await page.goto(path);
      const scene = await edgesOf(page.getByRole('main').locator('svg').first());
      expect([scene.left, scene.right, scene.height], path).toEqual([104, 664, 260]);
      await expect(title(page)).toHaveCSS('font-size', '28px');
      expect((await edgesOf(page.getByRole('banner').getByText(' / '))).right).toBeCloseTo(664, 0);
    }
    await page.goto('/step-10');
    const button = await edgesOf(page.getByRole('main').getByRole('button'));
    for (const company of await page.getByRole('checkbox').all()) {
      const { top, height } = await edgesOf(company.locator('..'));
      expect(height).toBe(64);
      expect(top + height).toBeLessThanOrEqual(button.top);
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('the fade of the pinned action is as wide as the window', async ({ page }) => {
    await openApp(page, '/step-10');
    const action = page.getByRole('button', { name: 'NEXT STEP' });
    const fades = await action.evaluate((button) => {
      const found: string[] = [];
      for (let at: Element | null = button; at; at = at.parentElement) {
        const { backgroundImage, width } = getComputedStyle(at, '::before');
        if (backgroundImage.includes('gradient')) found.push(width);
      }
      return found;
    });
    expect(fades).toEqual(['375px']);
  });

  test('resuming is a card of 64 px above the headline, which stays in its place', async ({ page }) => {
    await openApp(page, '/');
    const { top } = await edgesOf(title(page));
    await watchShifts(page);
    await openState(page, 'resume prompt');
    const card = page.getByRole('region', { name: 'Welcome back! Go on where you stopped?' });
    await expect(card).toBeVisible();
    const edges = await edgesOf(card);
    expect([edges.left, edges.right, edges.height]).toEqual([20, 355, 64]);
    expect((await edgesOf(title(page))).top).toBe(top);
    expect(edges.top + 64).toBeLessThan(top);
    expect(await visibleShiftsOf(page)).toEqual([]);
    await card.getByRole('button', { name: 'Start over' }).tap();
    await expect(card).toBeHidden();
    expect((await edgesOf(title(page))).top).toBe(top);
  });
});

test.describe('in German on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, locale: 'de-DE' });

  test('headlines have at most three lines and begin at the same height', async ({ page }) => {
    const tops = new Set<number>();
    for (const { path } of screens) {
      if (path === '/loading') continue;
      await page.goto(path);
      const { top } = await edgesOf(title(page));
      tops.add(top);
      expect(await linesOf(title(page)), path).toBeLessThanOrEqual(3);
    }
    expect([...tops]).toHaveLength(1);
  });
});

for (const { locale, decline } of [
  { locale: 'en-US', decline: 'Decline' },
  { locale: 'de-DE', decline: 'Ablehnen' },
]) {
  test(`the consent banner is at most 132 px high at 375 px, in ${locale}`, async ({
    browser,
    strictFunnel,
  }) => {
    const viewport = { width: 375, height: 740 };
    const page = await browser.newPage({ baseURL: strictFunnel.url, viewport, locale });
    await page.goto('/step-1');
    const choice = page.getByRole('button', { name: decline });
    const banner = await edgesOf(page.getByRole('region').filter({ has: choice }));
    expect([banner.top, banner.left, banner.width]).toEqual([0, 0, 375]);
    expect(banner.height).toBeLessThanOrEqual(132);
    expect(await linesOf(choice)).toBe(1);
    expect((await edgesOf(choice)).height).toBeGreaterThanOrEqual(44);
    await page.close();
  });
}

test('the privacy note stays below the field, and a suggestion begins at its edge', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/step-17');
  const note = page.getByText("We'll never share your email with anyone else");
  const field = await boxOf(page.getByRole('textbox'));
  expect((await boxOf(page.getByText('(FREE)'))).y - field.bottom).toBeGreaterThanOrEqual(12);
  const { y } = await boxOf(note);
  await openState(page, 'email suggestion');
  const suggestion = page.getByRole('button', { name: /^Did you mean/ });
  const left = await suggestion.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().left;
  });
  expect(left).toBe(field.x);
  expect((await boxOf(note)).y).toBe(y);
  await openState(page, 'email invalid');
  await expect(page.getByRole('main').getByText('Please enter a valid email address')).toBeVisible();
  await expect(note).toBeVisible();
  expect((await boxOf(note)).y).toBe(y);
});

for (const width of [320, 375]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 667 } });

    test('a message is at most 64 px high, and neither it nor a suggestion moves anything', async ({
      page,
    }) => {
      await watchShifts(page);
      await page.goto('/step-17');
      // The web font moves the text of the counter by a few pixels; another test limits that.
      await expectWebFont(page);
      await page.evaluate(() => (window.layoutShifts = []));
      const field = page.getByRole('textbox', { name: 'Your email address' });
      const next = page.getByRole('button', { name: 'Continue' });
      const message = async () => {
        await next.click();
        await expect(toasts(page)).toBeVisible();
        const { height } = await edgesOf(toasts(page));
        expect(height).toBeLessThanOrEqual(64);
      };
      await message();
      await field.fill('visitor@gmail');
      await expect(toasts(page)).toHaveCount(0);
      await message();
      await closeToast(page);
      await field.fill('visitor@gmial.com');
      await expect(page.getByRole('button', { name: 'Did you mean visitor@gmail.com?' })).toBeVisible();
      await field.fill('visitor@gmail.com');
      await expect(page.getByRole('button', { name: /^Did you mean/ })).toHaveCount(0);
      expect(await visibleShiftsOf(page)).toEqual([]);
    });
  });
}

test('no button and no counter of the quiz wraps at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openState(page, 'resume prompt');
  for (const name of ['Continue', 'Start over', 'YES', 'NO']) {
    expect(await linesOf(page.getByText(name, { exact: true })), name).toBe(1);
  }
  await openApp(page, '/step-10');
  for (const part of [
    page.getByText(/^\d+ selected$/).filter({ visible: true }),
    page.getByRole('button', { name: 'NEXT STEP' }),
    counter(page),
  ]) {
    expect(await linesOf(part), String(part)).toBe(1);
  }
});

test('the chosen answer is marked before the next screen slides in', async ({ page }) => {
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.goto('/step-3');
  await expect(heading(page, 'How do you feel about your financial situation?')).toBeVisible();
  await stopClock(page, '2026-05-01T13:00:00');
  const chosen = page.getByRole('button', { name: "I'm comfortable" });
  const color = () => chosen.evaluate((row) => getComputedStyle(row).backgroundColor);
  expect(await color()).toBe('rgb(255, 255, 255)');
  await mouse.press(chosen);
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(color).toBe('rgb(230, 243, 236)');
  await page.clock.runFor(120);
  await expect(heading(page, 'Do you want to retire rich?')).toBeVisible();
});
