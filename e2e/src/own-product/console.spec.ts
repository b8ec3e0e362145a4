import type { Locator, Page } from '@playwright/test';

import { violationsOf } from '../support/accessibility.ts';
import { boxesOf, boxOf } from '../support/box.ts';
import { publishAs, relabelBuild, release } from '../support/builds.ts';
import {
  button,
  consoleViews,
  dialog,
  openConsole,
  openView,
  overflowOf,
  signIn,
  statusMessage,
  waitForIdle,
} from '../support/console.ts';
import { expect, test } from '../support/funnel.ts';
import { mouse } from '../support/journey.ts';
import { simulateVisit } from '../support/visits.ts';

test.use({ productName: 'console' });

const version = '901.1.0';
/** The part of the navigation that fades at its end if it scrolls. */
const fadePx = 32;

test('shows every finding of the gates on verify and on promote, and keeps typed text', async ({
  page,
  funnel,
}) => {
  const dir = relabelBuild('mfe-legal', '901.2.0', { manifest: { paths: ['/final'], react: '^18.0.0' } });
  await release(funnel, 'publish', 'mfe-legal', '--dir', dir);
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  await button(page, 'Verify mfe-legal 901.2.0').click();
  const findings = dialog(page, 'Verify mfe-legal 901.2.0');
  await expect(findings).toContainText('The gates failed:');
  const reasons = [/\/final/, /React/];
  for (const reason of reasons) await expect(findings).toContainText(reason);
  await page.keyboard.press('Escape');

  await button(page, 'Promote… mfe-legal 901.2.0').click();
  const promotion = dialog(page, 'Promote mfe-legal 901.2.0');
  await promotion.getByLabel('Note', { exact: true }).fill('a note to keep');
  await button(page, 'Start canary').click();
  const alert = promotion.getByRole('alert');
  await expect(alert).toContainText('The service rejected the request.');
  for (const reason of reasons) await expect(alert).toContainText(reason);
  await expect(promotion.getByLabel('Note', { exact: true })).toHaveValue('a note to keep');
  await expect(promotion.getByRole('checkbox', { name: /^Override the failed gates/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Promote… mfe-legal 901.2.0').click();
  await expect(promotion.getByLabel('Note', { exact: true })).toHaveValue('a note to keep');
});

test('a preview link shows a version that is not live', async ({ page, context, funnel }) => {
  await publishAs(funnel, 'mfe-legal', version);
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  await button(page, `Preview link mfe-legal ${version}`).click();
  const link = page.getByLabel('Preview link', { exact: true });
  await expect(link).toHaveValue(new RegExp(`^${funnel.url}/`));
  const previewUrl = await link.inputValue();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copyLink = button(page, 'Copy link');
  await copyLink.click();
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(previewUrl);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  await copyLink.click();
  await expect(page.getByText('Copying failed. Select the text and copy it.')).toBeVisible();

  const visitor = await context.newPage();
  await visitor.goto(previewUrl);
  const set = await visitor.evaluate(() => document.getElementById('release-set')?.textContent ?? '');
  expect(set).toContain(`/remotes/mfe-legal/${version}/`);
});

test('at 360 px the navigation shows the current view and the focused one clear of its fading end', async ({
  page,
  funnel,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openConsole(page, funnel);
  const nav = page.getByRole('navigation');
  const expectClear = async (link: Locator) => {
    const [outer, inner] = await boxesOf(nav, link);
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    // A browser may scroll by whole pixels only.
    expect(Math.floor(inner.right)).toBeLessThanOrEqual(outer.right - fadePx);
  };
  for (const view of consoleViews) {
    await openView(page, view, mouse);
    await expectClear(nav.getByRole('link', { name: view }));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: view })).toBeVisible();
    await expectClear(nav.getByRole('link', { name: view }));
  }
  await openView(page, 'Overview', mouse);
  await nav.getByRole('link', { name: 'Overview' }).focus();
  for (const link of (await nav.getByRole('link').all()).slice(1)) {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expectClear(link);
  }
});

for (const [width, colorScheme] of [
  [1280, 'light'],
  [360, 'dark'],
] as const) {
  test(`every view is accessible and fits a window of ${width} px, ${colorScheme}`, async ({
    page,
    funnel,
    console,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 740 });
    await publishAs(funnel, 'mfe-legal', version);
    await release(funnel, 'promote', `mfe-legal@${version}`, '--canary', '10');
    await page.goto(funnel.operatorsUrl);
    await expect(page.getByLabel('Operator token')).toBeVisible();
    const scan = async (viewName: string) => {
      await waitForIdle(page);
      expect(await violationsOf(page), viewName).toEqual([]);
      expect(await overflowOf(page), viewName).toBe(0);
    };
    await scan('sign-in');
    await signIn(page, funnel, mouse);
    for (const view of consoleViews) {
      await openView(page, view, mouse);
      await scan(view);
    }
    await openView(page, 'Overview', mouse);
    await button(page, 'Increase traffic…').click();
    await scan('dialog');
    await page.keyboard.press('Escape');
    await release(funnel, 'canary', 'stop');

    await page.keyboard.press('Home');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    expect(console.filter((line) => !/^error: Failed to load resource: .* 401 /.test(line))).toEqual([]);
  });
}

test('each live set is a strip of 72 px, and a version that cannot be promoted says why', async ({
  page,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', version);
  await publishAs(funnel, 'mfe-legal', '901.3.0');
  await release(funnel, 'promote', `mfe-legal@${version}`, '--canary', '10');
  await page.setViewportSize({ width: 1280, height: 740 });
  await openConsole(page, funnel);
  for (const name of [/^Stable, Set \d+$/, /^Canary, Set \d+$/]) {
    const strip = page.getByRole('article', { name });
    // Its line above belongs to it.
    expect(Math.round((await boxOf(strip)).height)).toBe(72);
  }
  await openView(page, 'Versions', mouse);
  const promotion = button(page, 'Promote… mfe-legal 901.3.0');
  await expect(promotion).toHaveAttribute('aria-disabled', 'true');
  await expect(promotion).toHaveAccessibleDescription(
    'A canary is running. Promote or stop it on the overview before the next promotion.',
  );
  await promotion.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await release(funnel, 'canary', 'stop');
});

/** The screens of the funnel in the order shown, each with the visitors that it lost. */
const lossesIn = (page: Page) =>
  page
    .getByRole('table', { name: 'Funnel' })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.flatMap((row) => {
        const name = row.querySelector('[role=rowheader]')?.textContent;
        const left = [...row.querySelectorAll('[role=cell]')].at(-1)?.textContent;
        return name ? { name, left: Number(left?.replaceAll(/\D/g, '')) || 0 } : [];
      }),
    );

test('names each screen by its heading, and sorts them by losses in the URL', async ({ page, funnel }) => {
  for (const last of ['/step-1', '/step-16', '/step-16']) {
    const { report } = await simulateVisit(funnel);
    await report(...['/', last].map((path) => ({ name: 'PageView', path })));
  }
  await openConsole(page, funnel);
  const row = page.getByRole('row').filter({ hasText: 'How old are you?' });
  await expect(row).toContainText('/step-1');
  await page.getByRole('checkbox', { name: 'Largest losses first' }).check();
  await expect(page).toHaveURL(/\/\?order=losses$/);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Largest losses first' })).toBeChecked();
  // Visits of the other tests count too. None of them leaves at the 16th step, which is before all screens that lost nobody.
  await expect
    .poll(async () => (await lossesIn(page)).find(({ name }) => name.includes('/step-16'))?.left)
    .toBe(2);
  const shown = (await lossesIn(page)).map(({ left }) => left);
  expect(shown).toEqual(shown.toSorted((one, other) => other - one));
  expect(shown.length).toBeGreaterThan(20);
});

test('shows an alert about the canary on every view', async ({ page, funnel }) => {
  const reason = 'The canary is reported to fail for 40 of 200 visitors (20.0 %).';
  // Tests of the service cover which reports cause an alert. This test covers only its display.
  await page.route('**/api/releases/alerts', (route) =>
    route.fulfill({
      json: { canary: { setId: 'abc', reason, failures: 40, visitors: 200, networks: 1 } },
    }),
  );
  await openConsole(page, funnel);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const view of ['Versions', 'Overview'] as const) {
      await openView(page, view, mouse);
      // The reason beside it has counts, which change without an announcement.
      const alert = page.getByRole('alert').filter({ hasText: 'The canary needs your decision' });
      await expect(alert).toHaveText('The canary needs your decision');
      await expect(page.getByText(reason)).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
    }
    await page.screenshot({ path: `test-results/alert-${width}.png` });
  }
});

test('warns of a deprecated version in the table, before its promotion, while it is live, and in the history', async ({
  page,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', '901.9.0');
  await release(funnel, 'deprecate', 'mfe-legal', '901.9.0', '--reason', 'the imprint is wrong');
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  await expect(page.getByRole('row', { name: /901\.9\.0/ })).toContainText(
    'Deprecated: the imprint is wrong',
  );

  const warning = 'mfe-legal 901.9.0 is deprecated: the imprint is wrong';
  await button(page, 'Promote… mfe-legal 901.9.0').click();
  await expect(dialog(page, 'Promote mfe-legal 901.9.0')).toContainText(warning);
  await button(page, 'Start canary').click();
  await expect(statusMessage(page, 'mfe-legal 901.9.0 is live as a canary for 10 %')).toBeVisible();
  await openView(page, 'Overview', mouse);
  await expect(page.getByRole('article', { name: /^Canary/ })).toContainText(warning);

  await openView(page, 'History', mouse);
  await expect(page.getByRole('listitem').filter({ hasText: 'deprecated mfe-legal 901.9.0' })).toContainText(
    'the imprint is wrong',
  );
  expect(await violationsOf(page)).toEqual([]);
  await release(funnel, 'canary', 'stop');
});
