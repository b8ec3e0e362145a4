import type { Page } from '@playwright/test';

import { violationsOf } from '../support/accessibility.ts';
import { publishAs, release } from '../support/builds.ts';
import {
  button,
  dialog,
  openConsole,
  openView,
  returnToTab,
  rollBackButton,
  signIn,
  statusMessage,
  waitForIdle,
  write,
} from '../support/console.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { keyboard, mouse, type InputDevice } from '../support/journey.ts';

test.use({ productName: 'console-deployments' });

const version = '901.1.0';

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
    // The note of the canary was sent with it.
    await expect(promotion.getByLabel('Note', { exact: true })).toHaveValue('');
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
  const staged = '901.9.7';
  await publishAs(funnel, 'mfe-legal', staged);
  await openConsole(page, funnel);
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
    /^First payments/,
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
  await openConsole(page, funnel);
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
  await openConsole(page, funnel);
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
  await expect(rollback.getByRole('alert')).toContainText(`Set ${to.id} (number ${to.number}) is live now`);
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
  await publishAs(funnel, 'mfe-pricing', '901.3.0');
  await release(funnel, 'promote', `mfe-legal@${version}`, '--canary', '10');
  await openConsole(page, funnel);
  await button(page, 'Promote canary…').click();
  const finish = dialog(page, 'Promote canary');
  const effect = await finish.getByText(/^All new visitors get set \d+\.$/).innerText();
  await finish.getByLabel('Note', { exact: true }).fill('as good as before');

  await release(funnel, 'canary', 'stop');
  await returnToTab(page);
  await expect(page.getByText('No canary is running.')).toBeVisible();
  await expect(finish).toContainText(effect);
  await release(funnel, 'promote', 'mfe-pricing@901.3.0', '--canary', '20');
  const { canary } = Object(await funnel.send('/api/releases/status'));
  await returnToTab(page);
  await expect(
    page.getByRole('article', { name: `Canary, Set ${canary.set.number}`, includeHidden: true }),
  ).toBeVisible();
  await expect(finish).toContainText(effect);
  await button(page, 'Promote canary').click();
  await expect(finish.getByRole('alert')).toContainText(
    `Set ${canary.set.id} (number ${canary.set.number}) is the canary now`,
  );
  await expect(finish.getByLabel('Note', { exact: true })).toHaveValue('as good as before');
  expect(await funnel.send('/api/releases/status')).toMatchObject({ canary });

  await page.keyboard.press('Escape');
  await expect(finish).toHaveCount(0);
  await release(funnel, 'canary', 'stop');
});

test('a promotion is rejected if another set than in its dialog is live', async ({ page, funnel }) => {
  await publishAs(funnel, 'mfe-pricing', '901.3.0');
  await publishAs(funnel, 'mfe-checkout', '901.3.0');
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  await button(page, 'Promote… mfe-pricing 901.3.0').click();
  const promotion = dialog(page, 'Promote mfe-pricing 901.3.0');
  await selectAllVisitors(page, mouse);
  await release(funnel, 'promote', 'mfe-checkout@901.3.0');
  await button(page, 'Promote for all').click();
  await expect(promotion.getByRole('alert')).toContainText(
    'Production has changed meanwhile, by another operator or by the service.',
  );
  const { members } = Object(await funnel.send('/api/releases/status')).set;
  expect(members).toMatchObject({
    'mfe-checkout': '901.3.0',
    'mfe-pricing': expect.not.stringMatching('901.3.0'),
  });
  await release(funnel, 'rollback');
});
