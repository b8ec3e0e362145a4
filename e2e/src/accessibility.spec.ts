import type { Page } from '@playwright/test';

import { violationsOf } from './support/accessibility.ts';
import { expect, test } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { heading } from './support/journey.ts';
import { findOverflow, runningAnimations } from './support/layout.ts';
import { openAppWithoutFile, stopClockFromStart } from './support/open-app.ts';
import { routes, states, type State } from './support/states.ts';

const minTargetPx = 44;
/** Links below texts: they need only the height of a line that is easy to hit. Links within sentences are exempt. */
const minorLinks = [
  'Terms and Conditions',
  'Privacy Policy',
  'Subscription Terms',
  'Disclaimer',
  'About the per-day price',
  'See the refund conditions',
  'Change your email',
  'support@candela.example',
  'Questions? Write to support@candela.example',
];
const minMinorPx = 20;

/** Buttons, links and answers that are too small to hit easily: `Continue: 40 × 44`. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ min, minor, minMinor }) => {
      const controls = 'a[href], button, summary, [role=radio], [role=tab], input[type=checkbox]';
      return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
        const isInSentence = getComputedStyle(element).display === 'inline';
        if (!element.checkVisibility() || isInSentence) return [];
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.innerText.trim();
        const isHit = minor.includes(name) ? height >= minMinor : Math.min(width, height) >= min - 0.01;
        return isHit ? [] : [`${name || element.outerHTML}: ${Math.round(width)} × ${Math.round(height)}`];
      });
    },
    { min: minTargetPx, minor: minorLinks, minMinor: minMinorPx },
  );
}

interface Size {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** What is wrong with the page at this size. */
  readonly checks: readonly ((page: Page) => Promise<string[]>)[];
}

const sizes: readonly Size[] = [
  {
    name: '1280 px',
    viewport: { width: 1280, height: 800 },
    checks: [violationsOf, smallTargets, runningAnimations],
  },
  { name: '390 px', viewport: { width: 390, height: 844 }, checks: [violationsOf, smallTargets] },
  { name: '320 px', viewport: { width: 320, height: 640 }, checks: [findOverflow] },
  { name: '1280 px at 200 % zoom', viewport: { width: 640, height: 400 }, checks: [findOverflow] },
];
/** The states are divided among this many tests, which run in parallel. */
const parts = 12;
const all: readonly State[] = [...routes, ...states];

for (let part = 0; part < parts; part++) {
  const share = all.filter((_, index) => index % parts === part);
  test(`every state passes axe, has targets of sufficient size, fits, and is not animated (${part + 1} of ${parts})`, async ({
    browser,
    funnel,
    strictFunnel,
  }) => {
    const faults: Record<string, string[]> = {};
    for (const { name, open, isStrict, endsOnResize } of share) {
      const baseURL = isStrict ? strictFunnel.url : funnel.url;
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
      let page: Page | undefined;
      for (const { name: size, viewport, checks } of sizes) {
        if (!page || endsOnResize) {
          page = await context.newPage();
          await page.setViewportSize(viewport);
          await open(page);
        } else {
          await page.setViewportSize(viewport);
        }
        for (const check of checks) {
          const found = await check(page);
          if (found.length > 0) faults[`${name} at ${size}: ${check.name}`] = found;
        }
      }
      await context.close();
    }
    expect(faults).toEqual({});
  });
}

test('every route is among the states, and every state has a name of its own', () => {
  expect(routes.length).toBe(26);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

const offer = (page: Page) => heading(page, 'Your personalized trading plan');

test('a loading page has the focus and passes it to the loaded screen', async ({ page }) => {
  const arrive = await holdRequests(page, /\/remotes\/mfe-pricing\//);
  await stopClockFromStart(page);
  await openAppWithoutFile(page, '/step-17');
  await page.getByRole('textbox').fill('awaited@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'Loading…')).toBeFocused();
  await page.clock.resume();
  arrive();
  // On a slow machine the time for loading may be up by now.
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(offer(page).or(retry)).toBeVisible();
  if (await retry.isVisible()) await retry.click();
  await expect(offer(page)).toBeFocused();
});

test('a page that loads on the second attempt has the focus', async ({ page }) => {
  await page.route(/\/remotes\/mfe-pricing\//, (route) => route.abort());
  await page.goto('/final');
  const retry = page.getByRole('button', { name: 'Try again' });
  // Every automatic attempt has failed by then.
  await retry.waitFor();
  await page.unrouteAll();
  await retry.click();
  await expect(offer(page)).toBeFocused();
});

test('the email dialog announces its error inside the dialog while the page behind it is inert', async ({
  page,
}) => {
  await page.goto('/final');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Enter your email' });
  const received = dialog.locator('[aria-live="assertive"]');
  // Screen readers do not announce a text that is inserted together with its live region.
  await expect(received).toBeEmpty();
  await dialog.getByRole('textbox').fill('visitor@gmial');
  await dialog.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(received).toHaveText('Please enter a valid email address');
});
