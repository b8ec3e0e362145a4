import type { Locator, Page } from '@playwright/test';

import { boxOf } from './support/box.ts';
import { controlsIn } from './support/controls.ts';
import { expect, test } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { heading } from './support/journey.ts';
import { openApp, stopClock } from './support/open-app.ts';
import { pages, screens, type ExpectedScreen } from './support/screens.ts';

const offer = pages[0];
const headingAt = (path: string) =>
  screens.find((screen) => screen.path === path)?.heading ?? offer?.heading ?? '';

const bar = (page: Page) => page.getByRole('banner');
const main = (page: Page) => page.getByRole('main');
const legal = ['Terms and Conditions', 'Privacy Policy', 'Subscription Terms'];

/** The controls in the group that the question labels. `chosen` are those marked as the visitor's answer. */
function optionsOf({ kind, options = [] }: ExpectedScreen, chosen: readonly string[] = []): string[] {
  const [role, mark] = kind === 'multi' ? ['checkbox', ' [checked]'] : ['button', ' [pressed]'];
  return options.map((name) => `${role} "${name}"${chosen.includes(name) ? mark : ''}`);
}

function controlsOf(screen: ExpectedScreen): string[] {
  switch (screen.kind) {
    case 'choice':
      return [...optionsOf(screen), ...(screen.path === '/' ? legal.map((name) => `button "${name}"`) : [])];
    case 'multi':
      return [...optionsOf(screen), 'button "NEXT STEP" [disabled]'];
    case 'slide':
      return ['button "Continue"'];
    case 'loading':
      return [];
    case 'email':
      return ['textbox "Your email address"', 'button "Continue"'];
  }
}

interface Shown {
  readonly heading: string;
  readonly texts?: readonly (string | RegExp)[];
  readonly controls: readonly string[];
}

async function expectShown(page: Page, { heading: title, texts = [], controls }: Shown): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([title]);
  await expect(page).toHaveTitle(`${title} · Candela`);
  for (const text of texts) {
    await expect(page.getByText(text, { exact: true }).first(), String(text)).toBeVisible();
  }
  await expect.poll(() => controlsIn(main(page))).toEqual(controls);
}

async function expectBar(page: Page, back: string | null, screen?: ExpectedScreen): Promise<void> {
  const arrow = back ? [`link "Back" → ${back}`] : [];
  // Outside the quiz only the checkout has an arrow, which is its only exit.
  const start = back && !screen ? [] : ['link "Candela, to the start" → /'];
  await expect.poll(() => controlsIn(bar(page))).toEqual([...arrow, ...start]);
  await expect(bar(page).getByText('Candela', { exact: true })).toBeVisible();
  await expect(bar(page).getByText(' / ')).toHaveText(screen?.counter ? [screen.counter] : []);
  const progress = bar(page).getByRole('progressbar', { name: 'Progress' });
  if (screen) {
    await expect(progress).toHaveJSProperty('value', screen.progress);
  } else {
    await expect(progress).toHaveCount(0);
  }
}

/** The heading of a new screen has the focus and is fully in view. */
async function expectArrived(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(heading(page, headingAt(path))).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

/** Presses a key on a control while the page is scrolled to its end. */
async function press(control: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await control.focus();
  await control.page().evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await control.page().keyboard.press(key);
}

/** Selects the last answer by keyboard, and also the first on a multiple-choice screen. */
async function leave(page: Page, { kind, options = [] }: ExpectedScreen): Promise<string[]> {
  const [first = '', second = ''] = options;
  const last = options.at(-1) ?? '';
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  switch (kind) {
    case 'choice':
      await press(page.getByRole('button', { name: last, exact: true }), 'Space');
      return [last];
    case 'multi':
      await press(box(last), 'Enter');
      await press(box(first), 'Space');
      await press(box(second), 'Space');
      await press(box(second), 'Enter');
      await press(page.getByRole('button', { name: 'NEXT STEP' }), 'Enter');
      return [first, last];
    case 'email':
      await page.getByRole('textbox').fill('visitor@example.com');
  }
  await press(page.getByRole('button', { name: 'Continue' }), 'Enter');
  return [];
}

test.describe('in a window so low that nearly every screen scrolls', () => {
  test.use({ viewport: { width: 390, height: 480 } });
  for (const screen of screens) {
    test(`${screen.path} shows its content, leads to ${screen.next}, and keeps its answer`, async ({
      page,
      console,
    }) => {
      // A screen that continues automatically is held until the checks are done.
      await page.clock.install({ time: '2026-05-01T12:00:00' });
      if (screen.kind === 'loading') await page.clock.pauseAt('2026-05-01T12:00:01');
      // The prerendered screen ignores a key on an option.
      await openApp(page, screen.path);
      await expectShown(page, { ...screen, controls: controlsOf(screen) });
      await expectBar(page, screen.back, screen);
      if (screen.kind === 'email') {
        await expect(page.getByPlaceholder('Your email address')).toHaveAttribute('type', 'email');
      }
      if (screen.kind === 'loading') {
        await expect(page.getByRole('figure').getByRole('img', { name: '5 out of 5 stars' })).toBeVisible();
        await page.clock.runFor(3030);
        return expectArrived(page, screen.next);
      }
      const group = page.getByRole('group', { name: screen.question ?? screen.heading, exact: true });
      if (screen.options) expect(await controlsIn(group)).toEqual(optionsOf(screen));

      if (screen.next === '/loading') await stopClock(page, '2026-05-01T13:00:00');
      const chosen = await leave(page, screen);
      if (screen.next === '/loading') await page.clock.runFor(120);
      await expectArrived(page, screen.next);
      // Chosen from the last to the first, and recorded in the order of the options.
      if (screen.kind === 'multi')
        expect(await page.evaluate(() => localStorage.getItem('quizAnswers'))).toContain(
          `:"${chosen.join(', ')}"`,
        );
      await page.goBack();
      await expectArrived(page, screen.path);
      if (screen.options) expect(await controlsIn(group)).toEqual(optionsOf(screen, chosen));
      if (screen.kind === 'multi')
        await expect(page.getByRole('button', { name: 'NEXT STEP' })).toBeEnabled();
      if (screen.kind === 'email') await expect(page.getByRole('textbox')).toHaveValue('visitor@example.com');

      if (screen.back) {
        await page.getByRole('link', { name: 'Back' }).click();
        await expectArrived(page, screen.back);
      }
      expect(console).toEqual([]);
    });
  }

  test('a screen is shown from its top, even if a part of it is added right after it', async ({ page }) => {
    await page.addInitScript(() => {
      const { observe } = MutationObserver.prototype;
      MutationObserver.prototype.observe = function (target, options) {
        observe.call(this, target, options);
        if (target instanceof Element && target.matches('main')) target.append('\n');
      };
    });
    await openApp(page, '/info-2');
    await press(page.getByRole('button', { name: 'Continue' }), 'Enter');
    await expectArrived(page, '/step-12');
  });
});

for (const { address, back, ...shown } of pages) {
  test(`${address} shows its content`, async ({ page }) => {
    await page.goto(address);
    await expectShown(page, shown);
    if (back === 'no bar') await expect(bar(page)).toHaveCount(0);
    else await expectBar(page, back);
    if (back && back !== 'no bar') {
      await page.getByRole('link', { name: 'Back' }).click();
      await expectArrived(page, back);
    }
  });
}

/** The links to the legal dialog, its name until its remote has loaded, and the tab that it opens. */
const legalWays = [
  { path: '/', link: 'Privacy Policy', awaited: 'Legal Information', tab: 'Privacy' },
  {
    path: '/checkout?email=reader@example.com',
    link: 'See the refund conditions',
    awaited: '30-Day Money-Back Guarantee',
    tab: 'Subscription',
  },
];
const legalFiles = /\/remotes\/mfe-legal\//;

for (const { path, link, awaited, tab } of legalWays) {
  test(`${link} on ${path} opens at once, and can be closed while it loads`, async ({ page }) => {
    const letPass = await holdRequests(page, legalFiles);
    await page.goto(path);
    const opener = main(page).getByRole('button', { name: link });
    await opener.click();
    const waiting = page.getByRole('dialog', { name: awaited });
    await waiting.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();

    await opener.click();
    await expect(waiting).toBeVisible();
    letPass();
    // On a slow machine the time for loading may be up by now.
    const loaded = page.getByRole('tab', { name: tab, selected: true });
    const retry = page.getByRole('dialog').getByRole('button', { name: 'Try again' });
    await expect(loaded.or(retry)).toBeVisible();
    if (await retry.isVisible()) await retry.click();
    await expect(loaded).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });
}

test('a legal text that failed to load shows a message, and every link retries', async ({ page }) => {
  await page.route(legalFiles, (route) => route.abort());
  await page.goto('/');
  for (const link of ['Terms and Conditions', 'Terms and Conditions', 'Subscription Terms']) {
    await main(page).getByRole('button', { name: link }).click();
    await expect(page.getByRole('alert')).toHaveText('This text could not be loaded.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await page.unroute(legalFiles);
  await main(page).getByRole('button', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('tab', { name: 'Privacy', selected: true })).toBeVisible();
});

test('every link of the landing page opens the legal dialog on its tab, and the visitor can continue with the quiz', async ({
  page,
}) => {
  await page.goto('/');
  for (const [link, tab] of [
    ['Terms and Conditions', 'Terms'],
    ['Subscription Terms', 'Subscription'],
  ] as const) {
    await main(page).getByRole('button', { name: link }).click();
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await main(page).getByRole('button', { name: 'Privacy Policy' }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'No, continue with quiz' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/');
});

test('Back is the only exit of the checkout', async ({ page }) => {
  await page.goto('/final?email=one-exit@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(page).toHaveURL('/checkout');
  await expectBar(page, '/final');
});

test.describe('beside a notch', () => {
  test.use({ viewport: { width: 640, height: 360 } });

  test('the top bar stays clear of the notch', async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 40, right: 50 } });
    await page.goto('/step-7');
    expect((await boxOf(page.getByRole('link', { name: 'Back' }))).x).toBeGreaterThanOrEqual(40);
    expect((await boxOf(bar(page).getByText(' / '))).right).toBeLessThanOrEqual(640 - 50);
  });
});

/** The links to a legal text within a sentence or a list, with the tab that each opens. */
const linksByPlace = [
  {
    place: 'the main button of the offer',
    path: '/final',
    within: (page: Page) => main(page).getByText('By continuing you agree to the'),
    tabs: [
      ['Terms and Conditions', 'Terms'],
      ['Subscription Terms', 'Subscription'],
    ],
  },
  {
    place: 'the guarantee of the offer',
    path: '/final',
    within: (page: Page) =>
      main(page)
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: '30-day money-back guarantee' }) })
        .last(),
    tabs: [['See the refund conditions', 'Subscription']],
  },
  {
    place: 'the foot of the offer',
    path: '/final',
    within: (page: Page) => main(page).locator('footer'),
    tabs: [
      ['Terms and Conditions', 'Terms'],
      ['Privacy Policy', 'Privacy'],
      ['Subscription Terms', 'Subscription'],
      ['Disclaimer', 'Disclaimer'],
    ],
  },
  {
    place: 'the agreement of the checkout',
    path: '/checkout',
    within: (page: Page) => main(page).getByText('By paying, you agree to the'),
    tabs: [
      ['Terms and Conditions', 'Terms'],
      ['Subscription Terms', 'Subscription'],
      ['Privacy Policy', 'Privacy'],
    ],
  },
] as const;

for (const { place, path, within, tabs } of linksByPlace) {
  test(`every link to a legal text at ${place} opens the text that it names`, async ({ page }) => {
    await page.goto(path);
    for (const [link, tab] of tabs) {
      await within(page).first().getByRole('button', { name: link }).click();
      await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
}

for (const path of ['/final', '/checkout']) {
  test(`the refund conditions open at their section, on a phone, from ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(path);
    await main(page).getByRole('button', { name: 'See the refund conditions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Legal Information' });
    const conditions = dialog.getByRole('heading', { name: '5. The 30-day money-back guarantee' });
    await expect(conditions).toBeFocused();
    await expect(conditions).toBeInViewport();
    await expect(dialog.getByRole('table', { name: 'Required progress' })).toBeInViewport();

    await dialog.getByRole('tab', { name: 'Terms' }).click();
    const subscription = dialog.getByRole('tab', { name: 'Subscription' });
    await subscription.click();
    await expect(subscription).toBeFocused();
  });
}
