import type { Locator } from '@playwright/test';

import { violationsOf } from '../support/accessibility.ts';
import { boxesOf, boxOf } from '../support/box.ts';
import { publishAs, relabelBuild, release } from '../support/builds.ts';
import { button, consoleViews, openConsole, openView, overflowOf, waitForIdle } from '../support/console.ts';
import { sharedPlan } from '../support/experiment-plan.ts';
import { expect, test } from '../support/funnel.ts';
import { mouse } from '../support/journey.ts';
import { simulateVisit } from '../support/visits.ts';

test.use({ productName: 'console-layout' });

const experiment = {
  owner: 'pricing',
  ...sharedPlan,
};
const armsOf = (...names: readonly string[]) => names.map((name) => ({ name, weight: 1, settings: {} }));
const experiments = [
  { ...experiment, name: 'pricing/short', hypothesis: 'Short names.', arms: armsOf('a', 'b') },
  {
    ...experiment,
    name: 'pricing/long',
    hypothesis: 'Long names.',
    arms: armsOf('the-page-as-it-is', 'the-page-with-a-video'),
  },
];

const leftsOf = (cells: Locator): Promise<number[]> =>
  cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)));

test.beforeAll(async ({ funnel }) => {
  const dir = relabelBuild('mfe-pricing', '901.5.0', { manifest: { experiments } });
  await release(funnel, 'publish', 'mfe-pricing', '--dir', dir);
  await release(funnel, 'promote', 'mfe-pricing@901.5.0');
  await publishAs(funnel, 'mfe-legal', '901.1.0');
  await release(funnel, 'promote', 'mfe-legal@901.1.0', '--canary', '30');
  for (const paths of [['/', '/step-1'], ['/']]) {
    const { report } = await simulateVisit(funnel);
    await report(...paths.map((path) => ({ name: 'PageView', path })));
  }
});

test('a line in the live panel is divided between stable set and canary like new visitors', async ({
  page,
  funnel,
}) => {
  await openConsole(page, funnel);
  const parts = page.getByRole('region', { name: 'Live' }).locator('svg rect');
  const [own, other] = await boxesOf(parts.first(), parts.last());
  expect(own.height).toBe(6);
  expect(other.x).toBeCloseTo(own.right, 0);
  expect(other.width / (own.width + other.width)).toBeCloseTo(0.3, 2);
});

test('the bar of a screen stands beside its name, in a row of one or two lines', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  const row = page.getByRole('table', { name: 'Funnel' }).getByRole('row').filter({ hasText: '/step-1 ' });
  const first = row.first();
  expect((await boxOf(first)).height).toBeLessThanOrEqual(54);
  const [name, bar] = await boxesOf(first.getByText('How old are you?'), first.locator('svg'));
  expect(bar.x).toBeGreaterThan(name.right);
  expect(bar.y).toBeGreaterThanOrEqual(name.y - 4);
});

test('the columns of all experiments are below each other', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  await openView(page, 'Experiments', mouse);
  const headersOf = (name: string) =>
    leftsOf(page.getByRole('table', { name: `Arms: ${name}` }).getByRole('columnheader'));
  await waitForIdle(page);
  const lefts = await headersOf('pricing/short');
  expect(lefts).toHaveLength(9);
  expect(await headersOf('pricing/long')).toEqual(lefts);
});

test('each version’s cells are below the same headers, and its contract is in one line', async ({
  page,
  funnel,
}) => {
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  const table = page.getByRole('table', { name: 'Versions' });
  await expect(table.getByRole('row', { name: /901\.5\.0/ })).toBeVisible();
  const lefts = await leftsOf(table.getByRole('columnheader'));
  for (const version of ['901.5.0', '901.1.0']) {
    const row = table.getByRole('row', { name: version });
    expect(await leftsOf(row.getByRole('rowheader').or(row.getByRole('cell')))).toEqual(lefts);
    expect((await boxOf(row.getByText(/^contract 1, \d+ paths?$/))).height).toBeLessThan(24);
    expect((await boxOf(row)).height).toBeLessThanOrEqual(72);
  }
});

test('the reports offer each file in the heading of its panel', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  await openView(page, 'Reports', mouse);
  for (const name of ['Key metrics', 'Funnel', 'Answers', 'Payments by month of the first payment']) {
    const panel = page.getByRole('region', { name, exact: true });
    const [link, heading] = await boxesOf(
      panel.getByRole('link', { name: `${name} as CSV` }),
      panel.getByRole('heading', { level: 2 }),
    );
    expect(Math.abs(link.y + link.height / 2 - (heading.y + heading.height / 2))).toBeLessThanOrEqual(1);
  }
});

test('an empty panel is at most 120 px high, and an empty list has no filter', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  const policy = page.getByRole('region', { name: 'Blocked by the content security policy' });
  await expect(policy).toContainText('has blocked nothing');
  expect((await boxOf(policy)).height).toBeLessThanOrEqual(120);
  await openView(page, 'Deliveries', mouse);
  await expect(page.getByText('Nothing is waiting, and nothing has failed.')).toBeVisible();
  await expect(page.getByLabel('State')).toHaveCount(0);
});

test('every view fits a window of 768 px, with all of the navigation in sight', async ({ page, funnel }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await openConsole(page, funnel);
  const nav = page.getByRole('navigation');
  for (const view of consoleViews) {
    await openView(page, view, mouse);
    expect(await overflowOf(page), view).toBe(0);
    expect(await nav.evaluate((element) => element.scrollWidth - element.clientWidth), view).toBe(0);
    expect(await violationsOf(page), view).toEqual([]);
    const first = nav.getByRole('link').first();
    const padding = await first.evaluate((link) => parseFloat(getComputedStyle(link).paddingLeft));
    expect((await boxOf(first)).x + padding, view).toBe(24);
  }
});

test('from 1200 px all views are in one row of the navigation', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  const nav = page.getByRole('navigation');
  await expect(nav.getByRole('link')).toHaveCount(8);
  for (const width of [1200, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await nav.evaluate((element) => element.scrollWidth - element.clientWidth), `${width}`).toBe(0);
    const [firstLink, signOut] = [nav.getByRole('link').first(), button(page, 'Sign out')];
    expect((await boxOf(firstLink)).bottom, `${width}`).toBeGreaterThan((await boxOf(signOut)).bottom);
    expect(await overflowOf(page), `${width}`).toBe(0);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a version is at most 340 px high, and its actions are at least 44 px high', async ({
    page,
    funnel,
  }) => {
    await openConsole(page, funnel);
    await openView(page, 'Versions', mouse);
    const row = page.getByRole('table', { name: 'Versions' }).getByRole('row', { name: /901\.1\.0/ });
    expect((await boxOf(row)).height).toBeLessThanOrEqual(340);
    const verify = await boxOf(button(page, 'Verify mfe-legal 901.1.0'));
    expect(verify.height).toBeGreaterThanOrEqual(44);
    expect(verify.right).toBeLessThanOrEqual(360);
    expect(await overflowOf(page)).toBe(0);
  });

  test('the content of a row of the funnel stays within the row, and rows do not overlap', async ({
    page,
    funnel,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await openConsole(page, funnel);
    for (const view of ['Overview', 'Reports'] as const) {
      await openView(page, view, mouse);
      if (view === 'Overview') await page.getByRole('button', { name: /^Show all \d+ screens$/ }).click();
      const rows = page
        .getByRole('table', { name: 'Funnel' })
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader') });
      await expect(rows.filter({ hasText: '/step-1 ' }).first()).toBeVisible();
      const edges = await rows.evaluateAll((all) =>
        all.map((row) => ({
          top: row.getBoundingClientRect().top,
          bottom: row.getBoundingClientRect().bottom,
          content: Math.max(...[...row.children].map((cell) => cell.getBoundingClientRect().bottom)),
        })),
      );
      expect(edges.length, view).toBeGreaterThan(20);
      for (const [index, { top, bottom, content }] of edges.entries()) {
        expect(top, view).toBeGreaterThanOrEqual(edges[index - 1]?.bottom ?? -Infinity);
        expect(content, view).toBeLessThanOrEqual(bottom);
      }
    }
  });

  test('the overview shows the five screens with the largest losses until the operator shows all', async ({
    page,
    funnel,
  }) => {
    // The largest loss is after the first five screens of the funnel.
    const seen = ['/', '/step-1', '/stats-slide', '/step-2', '/step-3', '/step-4', '/step-5'];
    for (let visitor = 0; visitor < 12; visitor++) {
      const { report } = await simulateVisit(funnel);
      await report(...seen.map((path) => ({ name: 'PageView', path })));
    }
    await openConsole(page, funnel);
    const screens = page.getByRole('table', { name: 'Funnel' }).getByRole('rowheader');
    await expect(screens).toHaveCount(5);
    // The service keeps the analytics that an earlier test has read for a moment.
    const worst = 'How confident are you about your financial future?';
    await expect(page.getByText('Most visitors leave at')).toContainText(`“${worst}”`);
    await expect(screens.first()).toContainText(worst);
    const losses = () =>
      page
        .getByRole('table', { name: 'Funnel' })
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader') })
        .evaluateAll((rows) =>
          rows.flatMap((row) => {
            const [count] = /\d+/.exec(row.lastElementChild?.querySelector('p')?.innerText ?? '') ?? [];
            // The last screen has none: nobody can go on from it.
            return count === undefined ? [] : Number(count);
          }),
        );
    const shown = await losses();
    expect(shown[0]).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^Show all \d+ screens$/ }).click();
    expect(await screens.count()).toBeGreaterThan(20);
    expect(shown).toEqual((await losses()).sort((one, other) => other - one).slice(0, 5));
    await expect(page.getByRole('checkbox', { name: 'Largest losses first' })).not.toBeChecked();
    const back = page.getByRole('button', { name: 'Show only the largest losses' });
    await expect(back).toBeFocused();
    await back.click();
    await expect(screens).toHaveCount(5);
  });

  test('each figure of the reports’ funnel stands beside its name', async ({ page, funnel }) => {
    await openConsole(page, funnel);
    await openView(page, 'Reports', mouse);
    const rows = page.getByRole('table', { name: 'Funnel' }).getByRole('row');
    const row = rows.filter({ hasText: 'How old are you?' });
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 740 });
      expect((await boxOf(row)).height, `${width}`).toBeLessThanOrEqual(100);
      for (const name of ['Visitors', 'Of all', 'Continued', 'Median', 'Left']) {
        const cell = await boxOf(row.getByRole('cell').filter({ hasText: name }));
        const label = await boxOf(row.getByText(name, { exact: true }));
        expect(cell.height, name).toBeLessThan(24);
        expect(cell.right - label.right, name).toBeGreaterThan(8);
        expect(cell.right, name).toBeLessThan(width);
      }
      expect(await overflowOf(page), `${width}`).toBe(0);
    }
  });

  test('the current view is in sight in the navigation', async ({ page, funnel }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await openConsole(page, funnel);
    for (const view of ['Deliveries', 'Emails', 'Tokens'] as const) {
      await openView(page, view, mouse);
      await page.reload();
      await waitForIdle(page);
      const link = await boxOf(page.getByRole('navigation').getByRole('link', { name: view }));
      expect(link.x, view).toBeGreaterThanOrEqual(0);
      expect(link.right, view).toBeLessThanOrEqual(375);
    }
  });
});

test('a link leads to the top of another view, and Back and Forward to where the operator was in it', async ({
  page,
  funnel,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  const scrollY = () => page.evaluate(() => window.scrollY);
  const scrollToEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const link = page.getByRole('main').getByRole('link', { name: 'mfe-quiz' });
  // The data of a view that was shown before is there at once, and keeps the page long.
  await link.press('Enter');
  await expect(heading('mfe-quiz')).toBeVisible();
  await waitForIdle(page);
  await page.goBack();
  await expect(link).toBeVisible();
  await scrollToEnd();
  const inVersions = await scrollY();
  expect(inVersions).toBeGreaterThan(200);
  await link.press('Enter');
  await expect(heading('mfe-quiz')).toBeVisible();
  expect(await scrollY()).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
  await scrollToEnd();
  const inApp = await scrollY();
  expect(inApp).toBeGreaterThan(50);

  await page.goBack();
  await expect(heading('Versions')).toBeAttached();
  await expect.poll(scrollY).toBe(inVersions);
  await expect(page.getByRole('main')).toBeFocused();
  await page.goForward();
  await expect(heading('mfe-quiz')).toBeAttached();
  await expect.poll(scrollY).toBe(inApp);
});

test('the buttons of a form are at the bottom of its sheet', async ({ page, funnel }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await openConsole(page, funnel);
  await button(page, 'Increase traffic…').click();
  await expect(page.getByRole('dialog').getByText('downloads at most')).toBeVisible();
  expect(1000 - (await boxOf(button(page, 'Cancel'))).bottom).toBe(24);
  await button(page, 'Cancel').click();
  await openView(page, 'Tokens', mouse);
  await button(page, 'Add a token…').click();
  expect(1000 - (await boxOf(button(page, 'Create token'))).bottom).toBe(24);
  await button(page, 'Cancel').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('with a mouse a button is 36 px high', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  expect((await boxOf(button(page, 'Verify mfe-legal 901.1.0'))).height).toBe(36);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the live version and the canary have badges in the colors of their sets, ${colorScheme}`, async ({
    page,
    funnel,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openConsole(page, funnel);
    await openView(page, 'Versions', mouse);
    const rows = page.getByRole('table', { name: 'Versions' }).getByRole('row');
    const live = rows.getByText('Live', { exact: true }).first();
    const canary = rows.getByText('Canary', { exact: true });
    for (const badge of [live, canary]) {
      const color = await badge.evaluate((element) => getComputedStyle(element).color);
      await expect(badge.locator('svg')).toHaveCSS('fill', color);
    }
    const tint = await live.evaluate((badge) => getComputedStyle(badge).backgroundColor);
    await expect(canary).not.toHaveCSS('background-color', tint);
    await expect(canary).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    expect(await violationsOf(page)).toEqual([]);
  });

test('a radio button stands beside the first line of its label, in the colors of the sheet', async ({
  page,
  funnel,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 740 });
  await openConsole(page, funnel);
  await openView(page, 'Tokens', mouse);
  await button(page, 'Add a token…').click();
  const radio = page.getByRole('dialog').getByRole('radio', { checked: false }).first();
  const { y, height } = await boxOf(radio);
  const line = await radio.evaluate((input) => {
    const range = document.createRange();
    range.selectNodeContents(input.closest('label') ?? input);
    const [first] = [...range.getClientRects()].filter(({ width }) => width > 20);
    return first ? first.y + first.height / 2 : 0;
  });
  expect(Math.abs(y + height / 2 - line)).toBeLessThanOrEqual(1);
  const surface = await page.getByRole('dialog').evaluate((sheet) => getComputedStyle(sheet).backgroundColor);
  await expect(radio).toHaveCSS('background-color', surface);
});
