import type { Locator, Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import {
  cards,
  heading,
  submitEmail,
  mouse,
  pay,
  paymentForm,
  touch,
  completeQuiz,
} from './support/journey.ts';
import { runningAnimations, tabThrough } from './support/layout.ts';
import { closeToast } from './support/toasts.ts';
import { screens } from './support/screens.ts';
import { scoreOf, shiftsOf, watchShifts } from './support/shifts.ts';
import { routes, states } from './support/states.ts';

const buy = (page: Page) => page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first();

for (const { name, device, use } of [
  {
    name: 'by touch at 390 px',
    device: touch,
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  {
    name: 'by mouse at 1280 px',
    device: mouse,
    use: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
  },
]) {
  test.describe(name, () => {
    test.use(use);

    test('no layout shift occurs from the first question to the thank-you page', async ({ page }) => {
      test.slow();
      await watchShifts(page);
      await completeQuiz(page, device);
      await submitEmail(page, device, 'steady@example.com');
      await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
      await device.press(buy(page));
      await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
      expect(await shiftsOf(page)).toEqual([]);
      await pay(page, device, cards.good);
      await expect(heading(page, 'Payment Successful!')).toBeVisible();
      expect(await shiftsOf(page)).toEqual([]);
    });
  });
}

/** A line may break elsewhere until the web font has loaded. A shift below this is not visible; 0.1 is still rated good. */
const unseen = 0.01;

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
      await page.waitForFunction(() => [...document.fonts].some(({ family }) => family.includes('Variable')));
      const shifts = await shiftsOf(page);
      if (scoreOf(shifts) >= unseen) faults[name] = shifts;
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
    await states.find(({ name }) => name === 'resume offer')?.open(page);
    const offer = page.getByRole('region', { name: 'Welcome back! Go on where you stopped?' });
    await expect(offer).toBeVisible();
    const { names, covered } = await tabThrough(page);
    expect(names).toEqual(expect.arrayContaining(['YES', 'NO', 'Continue', 'Start over']));
    expect(covered).toEqual([]);

    await page.evaluate(() => scrollTo(0, 0));
    const box = await offer.boundingBox();
    const seen = Math.max(0, viewport.height - (box?.y ?? 0));
    expect(seen, 'what the offer covers of the window').toBeLessThan(viewport.height / 3);
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

const frameOf = (control: Locator) =>
  control.evaluate((element) => {
    const { borderTopWidth, borderTopColor } = getComputedStyle(
      element instanceof HTMLInputElement ? (element.closest('label') ?? element) : element,
    );
    return `${borderTopWidth} ${borderTopColor}`;
  });

test('with forced colors the selected answer is marked by its border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const differs = async (chosen: Locator, other: Locator) => {
    // The mouse would change the border.
    await page.mouse.move(0, 0);
    expect(await frameOf(chosen)).not.toBe(await frameOf(other));
  };

  await page.goto('/step-1');
  await page.getByRole('button', { name: '25-34' }).click();
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
