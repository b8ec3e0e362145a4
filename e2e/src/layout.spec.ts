import type { Locator, Page } from '@playwright/test';

import { boxesOf, boxOf } from './support/box.ts';
import { expect, test } from './support/funnel.ts';
import { heading, submitEmail, mouse, paymentForm } from './support/journey.ts';
import { runningAnimations, tabThrough } from './support/layout.ts';
import { expectWebFont, expectWholeScreen, openApp, stopClock } from './support/open-app.ts';
import { closeToast } from './support/toasts.ts';
import { screens } from './support/screens.ts';
import { scoreOf, shiftsOf, unseenShift, watchShifts } from './support/shifts.ts';
import { routes, openState } from './support/states.ts';

const buy = (page: Page) => page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first();

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`a page shifts only minimally when the web font loads, and not otherwise, at ${viewport.width} px`, async ({
    browser,
    funnel,
  }) => {
    test.setTimeout(240_000);
    const faults: Record<string, string[]> = {};
    for (const { name, open } of routes) {
      const context = await browser.newContext({ baseURL: funnel.url, viewport });
      const page = await context.newPage();
      await watchShifts(page);
      await open(page);
      await expectWebFont(page);
      const shifts = await shiftsOf(page);
      if (scoreOf(shifts) >= unseenShift) faults[name] = shifts;
      await context.close();
    }
    expect(faults).toEqual({});
  });
}

/** The main action of each path, and the steps that enable it. */
const mainActions: readonly { path: string; action: string; first?: string; hasMessage?: boolean }[] = [
  ...screens
    .filter(({ kind }) => kind !== 'loading')
    .map(({ path, kind, options = [] }) => {
      if (kind === 'multi') return { path, action: 'NEXT STEP', first: options[0] ?? '' };
      return { path, action: kind === 'choice' ? (options.at(-1) ?? '') : 'Continue' };
    }),
  { path: '/final', action: 'GET IMMEDIATE ACCESS' },
  // A toast covers part of the page until it is closed or expires; it reports the missing email.
  { path: '/checkout', action: 'Back to your plan', hasMessage: true },
  { path: '/payment-success', action: 'Activate Your Account Now' },
  { path: '/nowhere', action: 'Return to Home' },
];

for (const viewport of [
  { width: 320, height: 256 },
  { width: 640, height: 360 },
  { width: 320, height: 481 },
  { width: 375, height: 667 },
]) {
  test(`the resume prompt does not cover the answers, at ${viewport.width} × ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await openState(page, 'resume prompt');
    const prompt = page.getByRole('region', { name: 'Welcome back! Go on where you stopped?' });
    await expect(prompt).toBeVisible();
    const { names, covered } = await tabThrough(page);
    expect(names).toEqual(expect.arrayContaining(['YES', 'NO', 'Continue', 'Start over']));
    expect(covered).toEqual([]);

    await page.evaluate(() => scrollTo(0, 0));
    const { y, height } = await boxOf(prompt);
    const seen = Math.max(0, Math.min(viewport.height - y, height));
    expect(seen, 'what the prompt covers of the window').toBeLessThan(viewport.height / 3);
  });
}

for (const viewport of [
  { width: 375, height: 667 },
  { width: 640, height: 400 },
]) {
  test(`Tab reaches every main action, and the focused element is never covered, at ${viewport.width} × ${viewport.height}`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize(viewport);
    const faults: Record<string, string[]> = {};
    for (const { path, action, first, hasMessage } of mainActions) {
      await page.goto(path);
      await expectWholeScreen(page);
      await expect(page.getByRole('main')).toContainText(action, { ignoreCase: true });
      if (hasMessage) await closeToast(page);
      if (first) await page.getByRole('checkbox', { name: first }).check();
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      const { names, covered } = await tabThrough(page);
      const missing = names.includes(action) ? [] : [`Tab does not reach ${action}: ${names.join(', ')}`];
      if (covered.length + missing.length > 0) faults[path] = [...missing, ...covered];
    }
    expect(faults).toEqual({});
  });
}

test('a change of screen slides, but not if reduced motion is requested', async ({ page }) => {
  const next = async () => {
    await page.getByRole('button', { name: 'YES' }).click();
    await expect(heading(page, 'How old are you?')).toBeVisible();
    return runningAnimations(page);
  };
  await page.goto('/');
  // The animation is slowed down so that the test can observe it.
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
  expect(await next()).not.toEqual([]);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  expect(await next()).toEqual([]);
});

const borderOf = (control: Locator) =>
  control.evaluate((element) => {
    const { borderTopWidth, borderTopColor } = getComputedStyle(
      element instanceof HTMLInputElement ? (element.closest('label') ?? element) : element,
    );
    return `${borderTopWidth} ${borderTopColor}`;
  });

test('with reduced motion the offer jumps to its plans and to its main button', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/final');
  await expectWholeScreen(page);
  /** Presses a button, and returns how far the page is scrolled before anything could move. */
  const scrolledBy = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return scrollY;
    });
  expect(await scrolledBy('MY PLAN')).toBeGreaterThan(300);

  const end = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    return scrollY;
  });
  expect(await scrolledBy('ORDER')).toBeLessThan(end - 300);
});

test('with forced colors the selected answer is marked by its border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const differs = async (chosen: Locator, other: Locator) => {
    // The mouse would change the border.
    await page.mouse.move(0, 0);
    expect(await borderOf(chosen)).not.toBe(await borderOf(other));
  };

  await page.goto('/step-1');
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(page).toHaveURL('/stats-slide');
  await page.goBack();
  const age = (name: string) => page.getByRole('button', { name });
  await expect(age('25-34')).toHaveAttribute('aria-pressed', 'true');
  await differs(age('25-34'), age('18-24'));

  await page.goto('/step-10');
  const company = (name: string) => page.getByRole('checkbox', { name });
  await company('Tesla').check();
  await differs(company('Tesla'), company('Shell'));

  await page.goto('/final');
  const plan = (name: string) => page.getByRole('radio', { name });
  await differs(plan('4-WEEK PLAN'), plan('1-WEEK PLAN'));

  await page.getByRole('button', { name: 'Terms and Conditions' }).first().click();
  const tab = (name: string) => page.getByRole('tab', { name });
  await differs(tab('Terms'), tab('Privacy'));
});

const styleOf = (part: Locator, property: 'backgroundColor' | 'color' | 'outlineStyle' | 'borderTopWidth') =>
  part.evaluate((element, name) => getComputedStyle(element)[name], property);

test('with forced colors sliders show their level, icons have the color of text, and boxes an outline', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/final');
  await expectWholeScreen(page);
  const level = page.locator('[data-level]').first();
  expect(await styleOf(level, 'backgroundColor')).not.toBe(
    await styleOf(level.locator('..'), 'backgroundColor'),
  );
  const bullet = page.getByRole('listitem').filter({ hasText: 'Start with $20' });
  expect(await styleOf(bullet.locator('svg'), 'color')).toBe(await styleOf(bullet, 'color'));

  await page.goto('/checkout');
  const guarantee = page.locator('section').filter({ has: page.getByText('30-Day Money-Back Guarantee') });
  expect(await styleOf(guarantee, 'borderTopWidth')).toBe('1px');
  // A link has its underline, and no part of a button's border.
  const conditions = guarantee.getByRole('button', { name: 'See the refund conditions' });
  expect(await styleOf(conditions, 'borderTopWidth')).toBe('0px');
});

test('with forced colors the bar shows how far the visitor is', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const pictureOfBarOn = async (path: string) => {
    await openApp(page, path);
    return (await page.getByRole('progressbar').screenshot()).toString('base64');
  };
  expect(await pictureOfBarOn('/step-2')).not.toBe(await pictureOfBarOn('/step-14'));
});

test('with forced colors the main button is filled, and other buttons are not', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openApp(page, '/final?email=reader@example.com');
  const fillOf = (name: string) => styleOf(page.getByRole('button', { name }).first(), 'backgroundColor');
  const [main, other] = [await fillOf('GET IMMEDIATE ACCESS'), await fillOf('MY PLAN')];
  const text = await styleOf(page.getByRole('heading', { level: 1 }), 'color');
  expect(main).toBe(text);
  expect(other).not.toBe(text);
});

test('on a phone the top bar and the action stay in view while the answers scroll', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await openApp(page, '/step-10');
  const answers = page.getByRole('group', { name: 'Which companies interest you?' });
  const [bar, action] = [page.getByRole('banner'), page.getByRole('button', { name: 'NEXT STEP' })];
  const before = await boxOf(answers);
  for (const top of [0, 5000]) {
    await page.evaluate((y) => scrollTo(0, y), top);
    expect((await boxOf(bar)).y).toBe(0);
    const { y, bottom } = await boxOf(action);
    expect(y).toBeGreaterThan(667 / 2);
    expect(bottom).toBeLessThanOrEqual(667);
  }
  expect((await boxOf(answers)).y).toBeLessThan(before.y);
});

const [phone, wide] = [
  { width: 767, height: 1000 },
  { width: 768, height: 1000 },
];

test('a picture has the width of its text, and is higher from 768 px', async ({ page }) => {
  await page.setViewportSize(phone);
  await openApp(page, '/info-3');
  const title = page.getByRole('heading', { level: 1 });
  const picture = page.getByRole('main').locator('svg').first();
  const expectFullWidth = async () => {
    const [{ x, width }, text] = await boxesOf(picture, title);
    expect([x, width]).toEqual([text.x, text.width]);
  };
  await expectFullWidth();
  const { height: onPhone } = await boxOf(picture);
  await page.setViewportSize(wide);
  await expectFullWidth();
  expect((await boxOf(picture)).height).toBeGreaterThan(onPhone + 50);
});

test('below 768 px the payment form is at least 350 px high', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/checkout?email=wide@example.com');
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
  // However low the provider's form is.
  await page.locator('iframe[title="Secure payment form"]').evaluate((frame) => {
    frame.style.setProperty('height', '1px', 'important');
  });
  const [above, below] = await boxesOf(
    page.getByText(/^By paying, you agree to the /),
    page.getByText('Secure SSL encrypted payment'),
  );
  expect(below.y - above.bottom).toBeGreaterThanOrEqual(350);
});

test('the legal tabs have three columns below 768 px, and six above', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/checkout?email=wide@example.com');
  await page.getByRole('button', { name: 'See the refund conditions' }).click();
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(6);
  const columns = async () =>
    new Set(await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().x)));
  expect((await columns()).size).toBe(3);
  await page.setViewportSize(wide);
  expect((await columns()).size).toBe(6);
});

test('a tooltip explains the badge after 700 ms, and the daily price at once if it follows within 300 ms', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.goto('/final');
  await stopClock(page, '2026-05-01T12:05:00');
  const badge = page.getByRole('button', { name: /^\+75%/ });
  const perDay = page.getByRole('button', { name: 'About the per-day price' });
  const tooltip = page.getByRole('tooltip');

  await badge.hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltip).toHaveText(/The improvement this plan aims for.*not a forecast/);

  // One jump is not enough: the way out decides whether the pointer goes to the tooltip.
  const leave = () => page.mouse.move(0, 0, { steps: 5 });
  await leave();
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(299);
  await perDay.hover();
  await expect(tooltip).toHaveText(/price of the first period divided by its days/);

  await leave();
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(300);
  await badge.hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltip).toBeVisible();
});

test('the page behind a dialog does not scroll, and scrolls again when the dialog is closed', async ({
  page,
}) => {
  await openApp(page, '/final');
  const dialog = page.getByRole('dialog', { name: 'Enter your email' });
  await buy(page).click();
  await expect(dialog).toBeVisible();
  const scrollY = () => page.evaluate(() => window.scrollY);
  const scroll = async () => {
    await page.mouse.move(20, 400);
    await page.mouse.wheel(0, 300);
    // Two frames later the browser has scrolled, if it does.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  };
  const before = await scrollY();
  await scroll();
  expect(await scrollY()).toBe(before);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await scroll();
  await expect.poll(scrollY).not.toBe(before);
});

test('the page scrolls again after the payment and the legal dialog have disappeared together', async ({
  browser,
  strictFunnel,
}) => {
  const page = await browser.newPage({ baseURL: strictFunnel.url });
  await openApp(page, '/step-17');
  await submitEmail(page, mouse, 'two-dialogs@example.com');
  await buy(page).click();
  const payment = page.getByRole('dialog').filter({ has: page.getByText(/^By paying, you agree to the /) });
  await payment.getByRole('button', { name: 'Terms and Conditions' }).click();
  await expect(page.getByRole('dialog', { name: 'Legal Information' })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
  await page.goBack();
  await expect(heading(page, 'Where should we send your personalized trading plan?')).toBeVisible();
  await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
  await page.close();
});
