import type { Locator, Page } from '@playwright/test';

import { violationsOf } from '../support/accessibility.ts';
import { boxOf } from '../support/box.ts';
import { publishAs, relabelBuild, release } from '../support/builds.ts';
import {
  button,
  consoleViews,
  dialog,
  openView,
  overflowOf,
  returnToTab,
  rollBackButton,
  statusMessage,
  waitForIdle,
  signIn,
  write,
} from '../support/console.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { keyboard, mouse, type InputDevice } from '../support/journey.ts';
import { simulateVisit } from '../support/visits.ts';

test.use({ productName: 'console' });

const version = '1.1.0';
/** The part of the navigation that fades at its end if it scrolls. */
const fadePx = 32;

async function liveLegal(funnel: Funnel) {
  const { set, canary } = Object(await funnel.send('/api/releases/status'));
  return {
    stable: String(set.members['mfe-legal']),
    canary: canary && String(canary.set.members['mfe-legal']),
  };
}

async function selectAllVisitors(page: Page, device: InputDevice): Promise<void> {
  const allVisitors = page.getByRole('radio', { name: 'All new visitors', exact: true });
  if (device === mouse) return allVisitors.click();
  // The dialog focuses the selected radio button; arrow keys select the others.
  await expect(page.getByRole('radio', { name: 'A canary: a percentage of new visitors' })).toBeFocused();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(allVisitors).toBeChecked();
}

for (const [deviceName, device] of [
  ['mouse', mouse],
  ['keyboard', keyboard],
] as const) {
  test(`starts, increases and stops a canary, promotes the version and rolls back, by ${deviceName} alone`, async ({
    page,
    funnel,
  }) => {
    await publishAs(funnel, 'mfe-legal', version);
    const previousVersion = (await liveLegal(funnel)).stable;
    await signIn(page, funnel, device);

    await openView(page, 'Versions', device);
    await device.press(button(page, `Promote… mfe-legal ${version}`));
    const promotion = dialog(page, `Promote mfe-legal ${version}`);
    await write(promotion.getByLabel('Canary percentage', { exact: true }), device, '10');
    await expect(promotion).toContainText(`10 % of new visitors get mfe-legal ${version} and stay on it.`);
    await write(promotion.getByLabel('Note', { exact: true }), device, `start small, ${deviceName}`);
    await device.press(button(page, 'Start canary'));
    await expect(statusMessage(page, `mfe-legal ${version} is live as a canary for 10 %`)).toBeVisible();
    expect(await liveLegal(funnel)).toEqual({ stable: previousVersion, canary: version });
    await expect(button(page, `Promote… mfe-legal ${version}`)).toHaveCount(0);

    await openView(page, 'Overview', device);
    const canary = page.getByRole('article', { name: /^Canary, Set \d+$/ });
    await expect(canary).toContainText(`${version} instead of ${previousVersion}`);
    await device.press(button(page, 'Increase traffic…'));
    await write(dialog(page, 'Increase canary traffic').getByLabel('New canary percentage'), device, '10');
    await expect(dialog(page, 'Increase canary traffic')).toContainText(
      'Enter a whole number from 11 to 99.',
    );
    await write(dialog(page, 'Increase canary traffic').getByLabel('New canary percentage'), device, '50');
    await device.press(button(page, 'Increase traffic'));
    await expect(statusMessage(page, 'The canary is live for 50 % of new visitors.')).toBeVisible();
    await expect(canary).toContainText('50 % of new visitors');

    await device.press(button(page, 'Stop…'));
    await expect(dialog(page, 'Stop canary')).toContainText('Its visitors move to the stable set');
    await device.press(button(page, 'Stop canary'));
    await expect(statusMessage(page, 'The canary was stopped.')).toBeVisible();
    await expect(page.getByText('No canary is running.')).toBeVisible();

    await openView(page, 'Versions', device);
    await device.press(button(page, `Promote… mfe-legal ${version}`));
    await selectAllVisitors(page, device);
    await expect(promotion).toContainText(`All new visitors get mfe-legal ${version}.`);
    await device.press(button(page, 'Promote for all'));
    await expect(statusMessage(page, `mfe-legal ${version} is live for all new visitors.`)).toBeVisible();
    expect(await liveLegal(funnel)).toEqual({ stable: version, canary: null });

    await openView(page, 'Overview', device);
    await device.press(rollBackButton(page));
    await expect(dialog(page, 'Roll back')).toContainText(`mfe-legal: ${version} → ${previousVersion}`);
    await write(
      dialog(page, 'Roll back').getByLabel('Note', { exact: true }),
      device,
      `fewer leads, ${deviceName}`,
    );
    await device.press(button(page, 'Roll back'));
    await expect(statusMessage(page, /Rolled back from set \d+ \(\w+\) to set \d+ \(\w+\)\./)).toBeVisible();
    expect((await liveLegal(funnel)).stable).toBe(previousVersion);

    await openView(page, 'History', device);
    const entries = page.locator('ol > li');
    const expected = [
      ['rolled back', `fewer leads, ${deviceName}`],
      ['promoted to all new visitors'],
      ['stopped the canary'],
      ['increased the canary traffic at 50 %'],
      ['started a canary at 10 %', `start small, ${deviceName}`],
    ];
    for (const [index, texts] of expected.entries()) {
      for (const text of texts) await expect(entries.nth(index)).toContainText(text);
    }
    await device.press(entries.first().locator('summary'));
    await expect(entries.first()).toContainText(`mfe-legal: ${version} → ${previousVersion}`);
  });
}

test('starts a canary in stages, holds it and resumes it', async ({ page, funnel }) => {
  const staged = '1.9.7';
  await publishAs(funnel, 'mfe-legal', staged);
  await signIn(page, funnel, mouse);
  await openView(page, 'Versions', mouse);
  await button(page, `Promote… mfe-legal ${staged}`).click();
  const promotion = dialog(page, `Promote mfe-legal ${staged}`);
  await promotion
    .getByRole('radio', { name: 'A canary in stages, promoted to all new visitors at the end' })
    .check();
  await write(promotion.getByLabel('Stages', { exact: true }), mouse, '50:1h, 10:1h');
  await expect(promotion).toContainText('Enter ascending percentages from 1 to 99');
  await write(promotion.getByLabel('Stages', { exact: true }), mouse, '10:2h, 50:1d');
  await expect(promotion).toContainText(`10 % of new visitors get mfe-legal ${staged}`);
  await button(page, 'Start canary').click();
  await expect(statusMessage(page, `mfe-legal ${staged} is live as a canary in stages.`)).toBeVisible();

  await openView(page, 'Overview', mouse);
  const canary = page.getByRole('article', { name: /^Canary, Set \d+$/ });
  await expect(canary).toContainText('Stage 1 of 2: 50 %');
  await button(page, 'Hold…').click();
  await write(dialog(page, 'Hold the stages').getByLabel('Note', { exact: true }), mouse, 'the ads change');
  await button(page, 'Hold').click();
  await expect(canary).toContainText('Stage 1 of 2: held. the ads change');
  await button(page, 'Resume…').click();
  await expect(dialog(page, 'Resume the stages')).toContainText('continues for the rest of its time');
  await button(page, 'Resume').click();
  await expect(canary).toContainText('Stage 1 of 2: 50 %');
  await button(page, 'Stop…').click();
  await button(page, 'Stop canary').click();
  await expect(page.getByText('No canary is running.')).toBeVisible();

  await openView(page, 'History', mouse);
  await page
    .getByLabel(/^Report of the canary that ended /)
    .first()
    .click();
  const table = page.getByRole('table', { name: 'Report of the canary' });
  await expect(table.getByRole('row')).toHaveText([
    /^Metric/,
    /^Visitors/,
    /^Failures/,
    /^Leads/,
    /^Purchases/,
    /^Revenue/,
  ]);
  await waitForIdle(page);
  expect(await violationsOf(page)).toEqual([]);
});

test('rolls back to any set of the history after showing the changes', async ({ page, funnel }) => {
  await publishAs(funnel, 'mfe-legal', version);
  const previousVersion = (await liveLegal(funnel)).stable;
  await release(funnel, 'promote', `mfe-legal@${version}`, '--note', 'from the command line');
  const { deployments } = Object(await funnel.send('/api/releases/audit'));
  const previousSetId = String(deployments[0].from);
  await release(funnel, 'deprecate', 'mfe-legal', previousVersion, '--reason', 'it was replaced');
  await signIn(page, funnel, mouse);
  await openView(page, 'History', mouse);
  await button(page, `Roll back to this set… ${previousSetId}`).click();
  await expect(dialog(page, 'Roll back')).toContainText(`mfe-legal: ${version} → `);
  await expect(dialog(page, 'Roll back')).toContainText(
    `mfe-legal ${previousVersion} is deprecated: it was replaced`,
  );
  await release(funnel, 'undeprecate', 'mfe-legal', previousVersion);
  const effects = Object(await funnel.send(`/api/releases/effects?set=${previousSetId}`));
  const { number } = Object(effects.inFlight[0]);
  const kilobytes = (effects.downloadBytes / 1024).toFixed(1);
  await expect(dialog(page, 'Roll back')).toContainText(`downloads at most ${kilobytes} KB.`);
  await expect(dialog(page, 'Roll back')).toContainText(`On set ${number}: `);
  await button(page, 'Roll back').click();
  await expect(statusMessage(page, /Rolled back from set \d+ \(\w+\) to set \d+ \(\w+\)\./)).toBeVisible();
  expect(await funnel.send('/api/releases/status')).toMatchObject({ set: { id: previousSetId } });
});

test('a rollback targets the set in its dialog, and is rejected if production has changed since', async ({
  page,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', version);
  await release(funnel, 'promote', `mfe-legal@${version}`);
  const liveSet = Object(await funnel.send('/api/releases/status')).set;
  const { to } = Object(await funnel.send('/api/releases/rollbacks/plan'));
  const describeSet = ({ number, id }: { number: number; id: string }) => `set ${number} (${id})`;
  await signIn(page, funnel, mouse);
  await expect(page.getByRole('article', { name: `Stable, Set ${liveSet.number}` })).toContainText(
    liveSet.id,
  );
  await button(page, `Roll back to set ${to.number}…`).click();
  const rollback = dialog(page, 'Roll back');
  await expect(rollback).toContainText(`New visitors get ${describeSet(to)}.`);
  await expect(rollback).toContainText(
    `The live ${describeSet(liveSet)}, every set that was live since ${describeSet(to)}, and a running canary are withdrawn.`,
  );
  await rollback.getByLabel('Note', { exact: true }).fill('too late');

  await release(funnel, 'rollback', '--note', 'by a colleague');
  await expect(
    page.getByRole('article', { name: `Stable, Set ${to.number}`, includeHidden: true }),
  ).toBeVisible();
  await expect(rollback).toContainText(
    `The live ${describeSet(liveSet)}, every set that was live since ${describeSet(to)}, and a running canary are withdrawn.`,
  );
  await button(page, 'Roll back').click();
  await expect(rollback.getByRole('alert')).toContainText(
    `The set ${to.id} (number ${to.number}) is live by now`,
  );
  await expect(rollback.getByLabel('Note', { exact: true })).toHaveValue('too late');
  expect(await funnel.send('/api/releases/audit')).toMatchObject({
    deployments: { 0: { action: 'rollback', note: 'by a colleague', from: liveSet.id, to: to.id } },
  });
});

test('a dialog keeps the canary that it was opened for, and changes no other one', async ({
  page,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', version);
  await publishAs(funnel, 'mfe-pricing', '1.3.0');
  await release(funnel, 'promote', `mfe-legal@${version}`, '--canary', '10');
  await signIn(page, funnel, mouse);
  await button(page, 'Promote canary…').click();
  const finish = dialog(page, 'Promote canary');
  const effect = await finish.getByText(/^All new visitors get set \d+\.$/).innerText();
  await finish.getByLabel('Note', { exact: true }).fill('as good as before');

  await release(funnel, 'canary', 'stop');
  await returnToTab(page);
  await expect(page.getByText('No canary is running.')).toBeVisible();
  await expect(finish).toContainText(effect);
  await release(funnel, 'promote', 'mfe-pricing@1.3.0', '--canary', '20');
  const { canary } = Object(await funnel.send('/api/releases/status'));
  await returnToTab(page);
  await expect(
    page.getByRole('article', { name: `Canary, Set ${canary.set.number}`, includeHidden: true }),
  ).toBeVisible();
  await expect(finish).toContainText(effect);
  await button(page, 'Promote canary').click();
  await expect(finish.getByRole('alert')).toContainText(
    `The set ${canary.set.id} (number ${canary.set.number}) is the canary by now`,
  );
  await expect(finish.getByLabel('Note', { exact: true })).toHaveValue('as good as before');
  expect(await funnel.send('/api/releases/status')).toMatchObject({ canary });

  await page.keyboard.press('Escape');
  await expect(finish).toHaveCount(0);
  await release(funnel, 'canary', 'stop');
});

test('a promotion is rejected if another set than in its dialog is live', async ({ page, funnel }) => {
  await publishAs(funnel, 'mfe-pricing', '1.3.0');
  await publishAs(funnel, 'mfe-checkout', '1.3.0');
  await signIn(page, funnel, mouse);
  await openView(page, 'Versions', mouse);
  await button(page, 'Promote… mfe-pricing 1.3.0').click();
  const promotion = dialog(page, 'Promote mfe-pricing 1.3.0');
  await selectAllVisitors(page, mouse);
  await release(funnel, 'promote', 'mfe-checkout@1.3.0');
  await button(page, 'Promote for all').click();
  await expect(promotion.getByRole('alert')).toContainText('Another operator changed production.');
  const { members } = Object(await funnel.send('/api/releases/status')).set;
  expect(members).toMatchObject({
    'mfe-checkout': '1.3.0',
    'mfe-pricing': expect.not.stringMatching('1.3.0'),
  });
  await release(funnel, 'rollback');
});

test('shows every finding of the gates on verify and on promote, and keeps typed text', async ({
  page,
  funnel,
}) => {
  const dir = relabelBuild('mfe-legal', '1.2.0', { paths: ['/final'], react: '^18.0.0' });
  await release(funnel, 'publish', 'mfe-legal', '--dir', dir);
  await signIn(page, funnel, mouse);
  await openView(page, 'Versions', mouse);
  await button(page, 'Verify mfe-legal 1.2.0').click();
  const findings = dialog(page, 'Verify mfe-legal 1.2.0');
  await expect(findings).toContainText('The gates failed:');
  const reasons = [/\/final/, /React/];
  for (const reason of reasons) await expect(findings).toContainText(reason);
  await page.keyboard.press('Escape');

  await button(page, 'Promote… mfe-legal 1.2.0').click();
  const promotion = dialog(page, 'Promote mfe-legal 1.2.0');
  await promotion.getByLabel('Note', { exact: true }).fill('a note to keep');
  await button(page, 'Start canary').click();
  const alert = promotion.getByRole('alert');
  await expect(alert).toContainText('The service rejected the request.');
  for (const reason of reasons) await expect(alert).toContainText(reason);
  await expect(promotion.getByLabel('Note', { exact: true })).toHaveValue('a note to keep');
  await expect(promotion.getByRole('checkbox', { name: /^Override the failed gates/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Promote… mfe-legal 1.2.0').click();
  await expect(promotion.getByLabel('Note', { exact: true })).toHaveValue('a note to keep');
});

test('a preview link shows a version that is not live', async ({ page, context, funnel }) => {
  await publishAs(funnel, 'mfe-legal', version);
  await signIn(page, funnel, mouse);
  await openView(page, 'Versions', mouse);
  await button(page, `Preview link mfe-legal ${version}`).click();
  const link = page.getByLabel('Preview link', { exact: true });
  await expect(link).toHaveValue(new RegExp(`^${funnel.url}/`));
  const previewUrl = await link.inputValue();
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
  await signIn(page, funnel, mouse);
  const nav = page.getByRole('navigation');
  const expectClear = async (link: Locator) => {
    const [outer, inner] = [await boxOf(nav), await boxOf(link)];
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
  await publishAs(funnel, 'mfe-legal', '1.3.0');
  await release(funnel, 'promote', `mfe-legal@${version}`, '--canary', '10');
  await page.setViewportSize({ width: 1280, height: 740 });
  await signIn(page, funnel, mouse);
  for (const name of [/^Stable, Set \d+$/, /^Canary, Set \d+$/]) {
    const strip = page.getByRole('article', { name });
    // Its line above belongs to it.
    expect(Math.round((await boxOf(strip)).height)).toBe(72);
  }
  await openView(page, 'Versions', mouse);
  const promotion = button(page, 'Promote… mfe-legal 1.3.0');
  await expect(promotion).toHaveAttribute('aria-disabled', 'true');
  await expect(promotion).toHaveAccessibleDescription(
    'A canary is running. Promote or stop it on the overview before the next promotion.',
  );
  await promotion.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await release(funnel, 'canary', 'stop');
});

test('names each screen by its heading, and sorts them by losses in the URL', async ({ page, funnel }) => {
  for (const paths of [['/', '/step-1'], ['/', '/step-1'], ['/']]) {
    const { report } = await simulateVisit(funnel);
    await report(...paths.map((path) => ({ name: 'PageView', path })));
  }
  await signIn(page, funnel, mouse);
  const row = page.getByRole('row').filter({ hasText: 'How old are you?' });
  await expect(row).toContainText('/step-1');
  await page.getByRole('checkbox', { name: 'Largest losses first' }).check();
  await expect(page).toHaveURL(/\/\?order=losses$/);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Largest losses first' })).toBeChecked();
  // Two visitors left after /step-1, and one on the first screen.
  const names = page.getByRole('table', { name: 'Funnel' }).getByRole('rowheader');
  await expect(names.first()).toContainText('/step-1');
});

test('shows an alert about the canary on every view', async ({ page, funnel }) => {
  const reason = 'The canary is reported to fail for 40 of 200 visitors (20.0 %).';
  // Tests of the service cover which reports cause an alert. This test covers only its display.
  await page.route('**/api/releases/alerts', (route) =>
    route.fulfill({
      json: { canary: { setId: 'abc', reason, failures: 40, visitors: 200, networks: 1 } },
    }),
  );
  await signIn(page, funnel, mouse);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const view of ['Versions', 'Overview'] as const) {
      await openView(page, view, mouse);
      await waitForIdle(page);
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
  await publishAs(funnel, 'mfe-legal', '1.9.0');
  await release(funnel, 'deprecate', 'mfe-legal', '1.9.0', '--reason', 'the imprint is wrong');
  await signIn(page, funnel, mouse);
  await openView(page, 'Versions', mouse);
  await expect(page.getByRole('row', { name: /1\.9\.0/ })).toContainText('Deprecated: the imprint is wrong');

  const warning = 'mfe-legal 1.9.0 is deprecated: the imprint is wrong';
  await button(page, 'Promote… mfe-legal 1.9.0').click();
  await expect(dialog(page, 'Promote mfe-legal 1.9.0')).toContainText(warning);
  await button(page, 'Start canary').click();
  await expect(statusMessage(page, 'mfe-legal 1.9.0 is live as a canary for 10 %')).toBeVisible();
  await openView(page, 'Overview', mouse);
  await expect(page.getByRole('article', { name: /^Canary/ })).toContainText(warning);

  await openView(page, 'History', mouse);
  await expect(page.getByRole('listitem').filter({ hasText: 'deprecated mfe-legal 1.9.0' })).toContainText(
    'the imprint is wrong',
  );
  expect(await violationsOf(page)).toEqual([]);
  await release(funnel, 'canary', 'stop');
});
