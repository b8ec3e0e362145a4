import type { Page } from '@playwright/test';

import { violationsOf } from './support/accessibility.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { routes, states, type State } from './support/states.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
/** How many tests the states are dealt out to, so that they run beside each other. */
const parts = 4;

const minTargetPx = 44;
/** Links below texts; they need no more than the height of a line that is easy to hit. Links in sentences are exempt. */
const minorLinks = [
  'Terms and Conditions',
  'Privacy Policy',
  'Subscription Terms',
  'Disclaimer',
  'About the per-day price',
  'See the refund conditions',
  'support@candela.example',
  'Questions? Write to support@candela.example',
];
const minMinorPx = 20;

/** Buttons, links and answers that are hard to hit: `Continue: 40 × 44`. */
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

/** A trace of every page in turn would take longer than the scans. */
test.use({ trace: 'off' });

const all: readonly State[] = [...routes, ...states];

for (let part = 0; part < parts; part++) {
  const share = all.filter((_, index) => index % parts === part);
  test(`axe finds nothing, and what is pressed is large enough (${part + 1} of ${parts})`, async ({
    browser,
    funnel,
    strictFunnel,
  }) => {
    test.setTimeout(300_000);
    let scans = 0;
    const faults: Record<string, string[]> = {};
    for (const { name, open, isStrict } of share) {
      for (const viewport of sizes) {
        const baseURL = isStrict ? strictFunnel.url : funnel.url;
        const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce' });
        const page = await context.newPage();
        await open(page);
        const found = [...(await violationsOf(page)), ...(await smallTargets(page))];
        scans += 1;
        if (found.length > 0) faults[`${name} at ${viewport.width} px`] = found;
        await context.close();
      }
    }
    console.log(`axe: ${scans} scans = ${share.length} routes and states × ${sizes.length} sizes`);
    expect(scans).toBe(share.length * sizes.length);
    expect(faults).toEqual({});
  });
}

test('every route and every state is among the scans', () => {
  console.log(
    `axe: ${all.length * sizes.length} scans = (${routes.length} routes + ${states.length} states) × ${sizes.length} sizes`,
  );
  expect(routes.length).toBe(26);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

const offer = (page: Page) => heading(page, 'Your personalized trading plan');

test('a page that is awaited takes the focus, and hands it on', async ({ page }) => {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/remotes\/mfe-pricing\//, async (route) => {
    await arrival;
    await route.continue();
  });
  // It is fetched ahead, so the page is never done loading.
  await page.goto('/step-17', { waitUntil: 'commit' });
  await page.getByRole('textbox').fill('awaited@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'Loading…')).toBeFocused();
  arrive();
  await expect(offer(page)).toBeFocused();
});

test('a page that came at the second try has the focus', async ({ page }) => {
  await page.route(/\/remotes\/mfe-pricing\//, (route) => route.abort());
  await page.goto('/final');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(offer(page)).toBeFocused();
});

test('the e-mail dialog tells its error where a screen reader listens while the page behind is inert', async ({
  page,
}) => {
  await page.goto('/final');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Enter your email' });
  const received = dialog.locator('[aria-live="assertive"]');
  // What comes together with its live region is not told.
  await expect(received).toBeEmpty();
  await dialog.getByRole('textbox').fill('visitor@gmial');
  await dialog.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(received).toHaveText('Please enter a valid email address');
});
