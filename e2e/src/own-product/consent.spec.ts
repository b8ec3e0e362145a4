import type { Page } from '@playwright/test';

import { boxesOf, boxOf } from '../support/box.ts';
import { button, change, question } from '../support/consent-banner.ts';
import { collectEvents } from '../support/events.ts';
import { throwsWhenShown } from '../support/faults.ts';
import { expect, test } from '../support/funnel.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { heading, keyboard } from '../support/journey.ts';
import { openApp, stopClock } from '../support/open-app.ts';
import { openDelayedPayment } from '../support/provider.ts';
import { serviceResponse } from '../support/service-response.ts';
import { toasts } from '../support/toasts.ts';
import { violationsOf } from '../support/accessibility.ts';
import { visibleShiftsOf, watchShifts } from '../support/shifts.ts';

test.use({ productName: 'consent required', serviceEnv: { CONSENT: 'required' } });

async function consentCookie(page: Page) {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'consent');
}

test('asks on the first visit with two equal buttons, and holds nothing up', async ({ page, console }) => {
  await watchShifts(page);
  await page.goto('/');
  await expect(question(page)).toContainText('May we measure our ads?');
  const boxes = await Promise.all(['Accept', 'Decline'].map((name) => boxOf(button(page, name))));
  const [accept, decline] = boxes.map(({ width, height, y }) => ({ width, height, y }));
  expect(accept).toEqual(decline);
  const looks = ['Accept', 'Decline'].map((name) =>
    button(page, name).evaluate((element) => {
      const { color, backgroundColor, borderColor, font } = getComputedStyle(element);
      return [color, backgroundColor, borderColor, font];
    }),
  );
  expect(await looks[0]).toEqual(await looks[1]);

  await button(page, 'YES').click();
  await expect(heading(page, 'How old are you?')).toBeFocused();
  await button(page, '25-34').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'What is your most familiar source of income?')).toBeVisible();
  await expect(question(page)).toBeVisible();
  expect(await visibleShiftsOf(page)).toEqual([]);
  expect(await consentCookie(page)).toBeUndefined();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['quizAnswers']);
  expect(console).toEqual([]);
});

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('the consent banner is part of the page, above the screen', async ({ page }) => {
    await page.goto('/step-1');
    await expect(question(page)).toContainText('May we measure our ads?');
    await expect(heading(page, 'How old are you?')).toBeVisible();
  });
});

for (const path of ['/', '/step-10', '/step-17']) {
  test(`${path} keeps its layout and the focus during takeover`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    const release = await holdRequests(page, /\.js$/);
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('main').locator('button, input').first().focus();
    // Installed before the scripts arrive. An object, because a returned promise would be awaited here.
    const takeover = await page.evaluateHandle(() => {
      const read = () => ({
        tops: [...document.querySelectorAll('section, h1, main button, main input')].map(
          (element) => `${element.tagName} ${element.getBoundingClientRect().top}`,
        ),
        focused: document.activeElement?.tagName,
      });
      const shown = new Promise<ReturnType<typeof read>>((resolve) =>
        new MutationObserver(() => resolve(read())).observe(document.getElementById('root') ?? document, {
          childList: true,
        }),
      );
      return { prerendered: read(), shown };
    });
    release();
    const { prerendered, shown } = await takeover.evaluate(async (places) => ({
      prerendered: places.prerendered,
      shown: await places.shown,
    }));
    await expect(question(page)).toBeVisible();
    expect(prerendered.tops.length).toBeGreaterThan(3);
    expect(shown).toEqual(prerendered);
  });
}

test('the banner is above every bar, on the offer too', async ({ page }) => {
  for (const path of ['/step-10', '/final', '/checkout']) {
    await page.goto(path);
    const bar = path === '/final' ? page.getByRole('button', { name: 'MY PLAN' }) : page.getByRole('banner');
    const [box, below] = await boxesOf(question(page), bar);
    expect(box.bottom, path).toBeLessThanOrEqual(below.y);
  }
});

test('the banner is part of the layout on every kind of screen and covers nothing', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  for (const path of ['/', '/step-10', '/stats-slide', '/step-17', '/final', '/checkout', '/nowhere']) {
    await page.goto(path);
    const [box, title] = await boxesOf(question(page), page.getByRole('heading', { level: 1 }));
    expect(box.y, path).toBeGreaterThanOrEqual(0);
    expect(box.bottom, `the question lies above the heading of ${path}`).toBeLessThanOrEqual(title.y);
  }
});

test('on a phone the picture is lower while the banner asks, so that the answers begin higher', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  const pictureHeight = async () => (await boxOf(page.getByRole('main').locator('svg').first())).height;
  for (const [path, last] of [
    ['/', 'NO'],
    ['/step-1', '35-44'],
  ] as const) {
    await page.goto(path);
    await expect(question(page)).toBeVisible();
    expect(await pictureHeight(), path).toBe(120);
    expect((await boxOf(button(page, last))).bottom, path).toBeLessThanOrEqual(740);
  }
  await button(page, 'Decline').click();
  await expect(question(page)).toBeHidden();
  expect(await pictureHeight()).toBe(180);
});

for (const [name, choice] of [
  ['Accept', 'granted'],
  ['Decline', 'denied'],
] as const) {
  test(`${name} is stored for 180 days, is not requested again, and can be withdrawn`, async ({ page }) => {
    await page.goto('/step-1');
    const before = Date.now();
    await button(page, name).click();
    await expect(question(page)).toBeHidden();
    await expect(heading(page, 'How old are you?')).toBeFocused();

    const cookie = await consentCookie(page);
    const [kept, at, version] = cookie?.value.split('.') ?? [];
    expect([kept, version, cookie?.path, cookie?.sameSite]).toEqual([choice, '1', '/', 'Lax']);
    expect(Number(at)).toBeGreaterThanOrEqual(before);
    expect(Number(at)).toBeLessThanOrEqual(Date.now());
    const days = ((cookie?.expires ?? 0) * 1000 - before) / 86_400_000;
    expect(days).toBeCloseTo(180, 1);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    const response = await page.reload();
    expect(await response?.text()).not.toContain('May we measure our ads?');
    await expect(change(page)).toBeVisible();
    await expect(question(page)).toBeHidden();

    await change(page).click();
    await expect(question(page)).toBeFocused();
    await expect(question(page)).toBeInViewport();
    expect(await consentCookie(page)).toBeUndefined();
    await page.reload();
    await expect(question(page)).toBeVisible();
    await expect(change(page)).toBeHidden();
  });
}

test('a choice before any script has arrived is carried out later', async ({ page }) => {
  const release = await holdRequests(page, /\.js$/);
  await page.goto('/step-1', { waitUntil: 'commit' });
  await button(page, 'Decline').click();
  await button(page, '25-34').click();
  for (const name of ['Decline', '25-34'])
    await expect(button(page, name)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(question(page)).toBeHidden();
  expect((await consentCookie(page))?.value).toMatch(/^denied\./);
  await expect(page).toHaveURL('/stats-slide');
});

test('the banner can be answered, its privacy text read, and the choice withdrawn by keyboard', async ({
  page,
}) => {
  await page.goto('/');
  await keyboard.press(button(page, 'Privacy Policy').first());
  await expect(page.getByRole('dialog', { name: 'Legal Information' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Privacy', selected: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page).getByRole('button', { name: 'Privacy Policy' })).toBeFocused();
  await keyboard.press(button(page, 'Decline'));
  await expect(heading(page, '28-Day Trading Challenge')).toBeFocused();
  await keyboard.press(change(page));
  await expect(question(page)).toBeFocused();
});

test('the privacy text opens at once, and can be closed while it loads', async ({ page }) => {
  const letPass = await holdRequests(page, /\/remotes\/mfe-legal\//);
  await page.goto('/step-1');
  const readMore = question(page).getByRole('button', { name: 'Privacy Policy' });
  await readMore.click();
  const legalDialog = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(legalDialog).toContainText('Loading');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(readMore).toBeFocused();

  await readMore.click();
  await expect(legalDialog).toBeVisible();
  letPass();
  // On a slow machine the time for loading may be up by now.
  const loaded = legalDialog.getByRole('tab', { name: 'Privacy', selected: true });
  const retry = legalDialog.getByRole('button', { name: 'Try again' });
  await expect(loaded.or(retry)).toBeVisible();
  if (await retry.isVisible()) await retry.click();
  await expect(loaded).toBeVisible();
});

test('the dialog in which the privacy text loads looks like every dialog, and closes with the browser’s Back', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await holdRequests(page, /\/remotes\/mfe-legal\//);
  await page.goto('/');
  await button(page, 'YES').click();
  await expect(heading(page, 'How old are you?')).toBeFocused();
  // With a clock that stands still, the dialog goes on loading.
  await stopClock(page, '2026-05-01T13:00:00');
  await question(page).getByRole('button', { name: 'Privacy Policy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(dialog).toContainText('Loading');
  await expect(dialog).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(dialog).toHaveCSS('max-width', '800px');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(heading(page, '28-Day Trading Challenge')).toBeFocused();
});

test('a message on the start is shown, although the start has not loaded the code of messages', async ({
  page,
}) => {
  await throwsWhenShown.inject(page, /^\/remotes\/mfe-legal\//);
  await page.goto('/');
  await question(page).getByRole('button', { name: 'Privacy Policy' }).click();
  await expect(toasts(page).getByText('The Privacy Policy could not be loaded')).toBeVisible();
  await expect(toasts(page)).toContainText('Please try again.');
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(0);
});

test('a privacy text that throws is replaced by one message, and the page keeps working', async ({
  page,
}) => {
  await throwsWhenShown.inject(page, /^\/remotes\/mfe-legal\//);
  await page.goto('/step-1');
  const readMore = question(page).getByRole('button', { name: 'Privacy Policy' });
  await readMore.click();
  await expect(toasts(page).getByText('The Privacy Policy could not be loaded')).toBeVisible();
  await expect(heading(page, 'How old are you?')).toBeVisible();

  await throwsWhenShown.clear(page);
  await readMore.click();
  await expect(page.getByRole('dialog', { name: 'Legal Information' })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, '25-34').click();
  await expect(page).toHaveURL('/stats-slide');
});

test('the banner passes axe before and after the choice, on a phone and a desktop', async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await openApp(page, '/');
    await expect(question(page)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await button(page, 'Accept').click();
    await expect(change(page)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.context().clearCookies();
  }
});

test.describe('with Global Privacy Control', () => {
  test.use({ extraHTTPHeaders: { 'Sec-GPC': '1' } });

  test('no banner is shown, and consent is treated as declined', async ({ page }) => {
    await page.addInitScript(() => Object.assign(navigator, { globalPrivacyControl: true }));
    const response = await page.goto('/');
    expect(await response?.text()).not.toContain('May we measure our ads?');
    await button(page, 'YES').click();
    await expect(heading(page, 'How old are you?')).toBeVisible();
    await expect(question(page)).toBeHidden();
    await expect(change(page)).toBeHidden();
    expect((await consentCookie(page))?.value).toMatch(/^denied\.\d+\.1$/);
  });
});

test('a choice can be withdrawn at the foot of the offer, and the banner is in view', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/final');
  await button(page, 'Decline').click();
  await expect(page.getByRole('button', { name: 'Disclaimer' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const order = page.getByRole('region', { name: 'Your selected plan' });
  await expect(order).toBeVisible();
  const [bar, below] = await boxesOf(order, change(page));
  expect(bar.bottom).toBeLessThanOrEqual(below.y);
  await change(page).click();
  await expect(question(page)).toBeFocused();
  await expect(question(page)).toBeInViewport();
});

test('a visitor in the banner keeps the focus when a payment is confirmed', async ({ page }) => {
  const complete = await openDelayedPayment(page);
  await expect(heading(page, 'Confirming your payment')).toBeVisible();
  await button(page, 'Decline').focus();
  complete();
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(button(page, 'Decline')).toBeFocused();
});

test('a message ends with the screen that it is on', async ({ page }) => {
  await throwsWhenShown.inject(page, /^\/remotes\/mfe-legal\//);
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.goto('/step-1');
  // With a clock that stands still, the message does not end automatically.
  await stopClock(page, '2026-05-01T13:00:00');
  await question(page).getByRole('button', { name: 'Privacy Policy' }).click();
  await expect(toasts(page).getByText('The Privacy Policy could not be loaded')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
  await expect(toasts(page)).toHaveCount(0);
});

test('a choice is stored, and nothing is reported as an error, although the service cannot be reached', async ({
  page,
}) => {
  const events = collectEvents(page);
  await page.route('**/api/consent', (route) => route.abort('internetdisconnected'));
  await page.goto('/step-1');
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/consent'));
  await button(page, 'Decline').click();
  await refused;
  await expect(question(page)).toHaveCount(0);
  expect((await consentCookie(page))?.value).toMatch(/^denied\./);
  await button(page, '25-34').click();
  await expect.poll(() => events.map(({ path }) => path)).toContain('/stats-slide');
  expect(events.filter(({ name }) => name.endsWith('Failed'))).toEqual([]);
});

test('a choice reaches the service although the visitor leaves at once', async ({ page }) => {
  // Playwright does not see what a page sends while it is being left.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      // Without this the browser would cancel it when the page is gone.
      if (String(input) === '/api/consent' && init?.keepalive) sessionStorage.setItem('told', 'yes');
      return fetch(input, init);
    };
  });
  // Before the takeover a choice waits for the scripts, and does not outlive the page.
  await openApp(page, '/step-1');
  await button(page, 'Decline').click();
  await page.goto('/step-2');
  expect(await page.evaluate(() => sessionStorage.getItem('told'))).toBe('yes');
});

test('what a page that came over HTTPS stores in cookies is sent over HTTPS only', async ({
  page,
  context,
  funnel,
}) => {
  const site = 'https://funnel.example.com';
  await context.route(`${site}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({
      response: await serviceResponse(route, { url: `${funnel.url}${pathname}${search}` }),
    });
  });
  await page.goto(`${site}/final`);
  await button(page, 'Accept').click();
  await expect(question(page)).toHaveCount(0);
  const ofPage = async () =>
    (await context.cookies(site))
      .filter(({ name }) => ['consent', 'offer-deadline'].includes(name))
      .map(({ name, secure }) => `${name} ${secure ? 'over HTTPS only' : 'over HTTP too'}`)
      .toSorted();
  expect(await ofPage()).toEqual(['consent over HTTPS only', 'offer-deadline over HTTPS only']);
});
