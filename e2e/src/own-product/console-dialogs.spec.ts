import type { Page } from '@playwright/test';

import { publishAs, relabelBuild, release } from '../support/builds.ts';
import { button, dialog, openConsole, openView, rollBackButton, statusMessage } from '../support/console.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { mouse } from '../support/journey.ts';

test.use({ productName: 'console-dialogs' });

/** Opens the dialog to promote a version of mfe-legal, and chooses all new visitors. */
async function openPromotionForAll(page: Page, legal: string) {
  await openView(page, 'Versions', mouse);
  await button(page, `Promote… mfe-legal ${legal}`).click();
  const promotion = dialog(page, `Promote mfe-legal ${legal}`);
  await promotion.getByRole('radio', { name: 'All new visitors', exact: true }).check();
  return promotion;
}

const liveSet = async (funnel: Funnel) => Object(await funnel.send('/api/releases/status')).set;
const setWithId = async (funnel: Funnel, id: string) => Object(await funnel.send(`/api/releases/sets/${id}`));

test('a promotion for all moves the visitors in the middle of the funnel only if the operator asks for it', async ({
  page,
  funnel,
}) => {
  for (const legal of ['901.5.0', '901.5.1']) await publishAs(funnel, 'mfe-legal', legal);
  await openConsole(page, funnel);
  const first = await liveSet(funnel);
  const staying = await openPromotionForAll(page, '901.5.0');
  await expect(staying).toContainText('stay on their set until they have paid or been away for a day.');
  await button(page, 'Promote for all').click();
  await expect(statusMessage(page, 'mfe-legal 901.5.0 is live for all new visitors.')).toBeVisible();
  expect(await setWithId(funnel, first.id)).toMatchObject({ withdrawnAt: null });

  const second = await liveSet(funnel);
  const moving = await openPromotionForAll(page, '901.5.1');
  await moving.getByRole('checkbox', { name: 'Also move visitors in the middle of the funnel' }).check();
  await expect(moving).toContainText('move at their next page load or stage. They keep their answers.');
  await button(page, 'Promote for all').click();
  await expect(statusMessage(page, 'mfe-legal 901.5.1 is live for all new visitors.')).toBeVisible();
  expect(await setWithId(funnel, second.id)).toMatchObject({ withdrawnAt: expect.any(Number) });
});

/** Publishes mfe-legal under a version with this path. Its other versions have none. */
async function publishWithPath(funnel: Funnel, legal: string, path: string): Promise<void> {
  const folder = relabelBuild('mfe-legal', legal, { manifest: { paths: [path] } });
  await release(funnel, 'publish', 'mfe-legal', '--dir', folder);
}

test('overrides a failed gate only if the operator asks for it, and stores the reason', async ({
  page,
  funnel,
}) => {
  await publishWithPath(funnel, '901.6.0', '/imprint');
  await publishAs(funnel, 'mfe-legal', '901.6.1');
  await release(funnel, 'promote', 'mfe-legal@901.6.0');
  await openConsole(page, funnel);
  const promotion = await openPromotionForAll(page, '901.6.1');
  const override = promotion.getByRole('checkbox', { name: /^Override the failed gates/ });
  await expect(override).toHaveCount(0);
  await button(page, 'Promote for all').click();
  await expect(promotion.getByRole('alert')).toContainText('/imprint of mfe-legal@901.6.0 is live now');
  await override.check();
  await promotion.getByLabel('Note', { exact: true }).fill('the imprint is a dialog now');
  await button(page, 'Promote for all').click();
  await expect(statusMessage(page, 'mfe-legal 901.6.1 is live for all new visitors.')).toBeVisible();
  expect((await liveSet(funnel)).members['mfe-legal']).toBe('901.6.1');
  const { deployments } = Object(await funnel.send('/api/releases/audit'));
  expect(deployments[0].note).toMatch(/^the imprint is a dialog now \[forced: .*\/imprint.*\]$/);
});

test('says before a rollback why the gates would reject its target, and allows it', async ({
  page,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', '901.7.0');
  await release(funnel, 'promote', 'mfe-legal@901.7.0');
  await publishWithPath(funnel, '901.7.1', '/terms-of-use');
  await release(funnel, 'promote', 'mfe-legal@901.7.1');
  await openConsole(page, funnel);
  await rollBackButton(page).click();
  const rollback = dialog(page, 'Roll back');
  await expect(rollback).toContainText('This set would fail the gates now. A rollback is allowed anyway:');
  await expect(rollback).toContainText('/terms-of-use of mfe-legal@901.7.1 is live now');
  await button(page, 'Roll back').click();
  await expect(statusMessage(page, /^Rolled back from set /)).toBeVisible();
  expect((await liveSet(funnel)).members['mfe-legal']).toBe('901.7.0');
});

test('each dialog of a rollback shows what is live when it is opened', async ({ page, funnel }) => {
  for (const pricing of ['901.4.0', '901.4.1']) await publishAs(funnel, 'mfe-pricing', pricing);
  await release(funnel, 'promote', 'mfe-pricing@901.4.0');
  await openConsole(page, funnel);
  const rollback = dialog(page, 'Roll back');
  await rollBackButton(page).click();
  await expect(rollback).toContainText('mfe-pricing: 901.4.0 → ');
  await page.keyboard.press('Escape');
  await expect(rollback).toHaveCount(0);

  await release(funnel, 'promote', 'mfe-pricing@901.4.1');
  await rollBackButton(page).click();
  await expect(rollback).toContainText('mfe-pricing: 901.4.1 → 901.4.0');
  await button(page, 'Roll back').click();
  await expect(statusMessage(page, /^Rolled back from set /)).toBeVisible();
  expect((await liveSet(funnel)).members['mfe-pricing']).toBe('901.4.0');
});

test('each check of a version shows the findings of now', async ({ page, funnel }) => {
  await publishAs(funnel, 'mfe-legal', '901.8.5');
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  const check = dialog(page, 'Verify mfe-legal 901.8.5');
  await button(page, 'Verify mfe-legal 901.8.5').click();
  await expect(check).toContainText(/All gates passed for set \d+\./);
  await expect(check).not.toContainText('deprecated');
  await page.keyboard.press('Escape');
  await expect(check).toHaveCount(0);

  await release(funnel, 'deprecate', 'mfe-legal', '901.8.5', '--reason', 'a wrong address');
  await button(page, 'Verify mfe-legal 901.8.5').click();
  await expect(check).toContainText('mfe-legal 901.8.5 is deprecated: a wrong address');
});

test('a long text in a dialog without a control can be scrolled by keyboard', async ({ page, funnel }) => {
  await publishAs(funnel, 'mfe-legal', '901.8.7');
  await release(funnel, 'deprecate', 'mfe-legal', '901.8.7', '--reason', 'a wrong sum '.repeat(40));
  await page.setViewportSize({ width: 375, height: 320 });
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  await button(page, 'Verify mfe-legal 901.8.7').click();
  const title = 'Verify mfe-legal 901.8.7';
  const text = dialog(page, title).getByRole('region', { name: title });
  await expect(text).toContainText('a wrong sum');
  await text.focus();
  await expect(text).toBeFocused();
  await page.keyboard.press('End');
  await expect.poll(() => text.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
});

test('a publisher’s token is for the remotes that the operator names, and for as many days', async ({
  page,
  funnel,
}) => {
  await openConsole(page, funnel);
  await openView(page, 'Tokens', mouse);
  await button(page, 'Add a token…').click();
  const form = dialog(page, 'Add a token');
  await form.getByLabel('Name', { exact: true }).fill('team-quiz');
  await form.getByLabel('Days until it expires', { exact: true }).fill('30');
  await form.getByRole('radio', { name: /^Publisher: / }).check();
  await button(page, 'Create token').click();
  await expect(form).toContainText('Enter the name of at least one remote');
  await form.getByLabel('Remotes', { exact: true }).fill('mfe-quiz, mfe-legal');
  await button(page, 'Create token').click();
  const token = await dialog(page, 'Token of team-quiz').getByLabel('Token', { exact: true }).inputValue();
  await button(page, 'Done').click();
  const row = page.getByRole('row', { name: /^team-quiz / });
  await expect(row).toContainText('publisher:mfe-quiz,mfe-legal');
  await expect(row).toContainText('in 30 days');

  const teams = { operatorsUrl: funnel.operatorsUrl, operatorToken: token };
  await publishAs({ ...funnel, ...teams }, 'mfe-legal', '901.8.6');
  await expect(
    release(teams, 'publish', 'mfe-pricing', '--dir', relabelBuild('mfe-pricing', '901.8.6')),
  ).rejects.toThrow('mfe-pricing');
});
