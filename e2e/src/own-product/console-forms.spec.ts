import { violationsOf } from '../support/accessibility.ts';
import { boxesOf } from '../support/box.ts';
import { publishAs, release } from '../support/builds.ts';
import { button, dialog, openConsole, openView, returnToTab, statusMessage } from '../support/console.ts';
import { expect, test } from '../support/funnel.ts';
import { mouse } from '../support/journey.ts';

test.use({ productName: 'console-forms', timezoneId: 'UTC' });

for (const [width, height] of [
  [375, 560],
  [1280, 560],
] as const) {
  test(`the buttons of a long form stay in view, and cover no field, at ${width} × ${height}`, async ({
    page,
    funnel,
  }) => {
    await page.setViewportSize({ width, height });
    const version = `1.8.${width}`;
    await publishAs(funnel, 'mfe-legal', version);
    await openConsole(page, funnel);
    await openView(page, 'Versions', mouse);
    await button(page, `Promote… mfe-legal ${version}`).click();
    const form = dialog(page, `Promote mfe-legal ${version}`);
    const start = form.getByRole('button', { name: 'Start canary' });
    await expect(start).toBeInViewport({ ratio: 1 });
    // The last text above the note to arrive.
    await expect(form.getByText('keep it until they have paid')).toBeVisible();

    const note = form.getByLabel('Note', { exact: true });
    // Behind the buttons, where the browser leaves a field that it takes for visible.
    await note.evaluate((field) => {
      field.style.scrollMarginBottom = '0';
      field.scrollIntoView({ block: 'end' });
      field.style.removeProperty('scroll-margin-bottom');
    });
    await note.focus();
    await expect(note).toBeInViewport({ ratio: 1 });
    await expect(start).toBeInViewport({ ratio: 1 });
    const [noteBox, startBox] = await boxesOf(note, start);
    expect(noteBox.y + noteBox.height).toBeLessThanOrEqual(startBox.y);
  });
}

test('a dialog stays while its change is made, and then shows why it failed', async ({ page, funnel }) => {
  await publishAs(funnel, 'mfe-legal', '901.8.0');
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  await button(page, 'Promote… mfe-legal 901.8.0').click();
  const form = dialog(page, 'Promote mfe-legal 901.8.0');
  await page.route('**/api/releases/promotions', async (route) => {
    await expect(button(page, 'Cancel')).toBeDisabled();
    await button(page, 'Close').click();
    for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
    await expect(form).toBeVisible();
    await route.fulfill({ status: 503, body: '' });
  });
  await button(page, 'Start canary').click();
  await expect(form.getByRole('alert')).toContainText('The service does not respond.');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
});

test('increasing the traffic of a canary with stages says that they end', async ({ page, funnel }) => {
  await publishAs(funnel, 'mfe-legal', '901.8.1');
  await release(funnel, 'promote', 'mfe-legal@901.8.1', '--stages', '10:2h,50:1d');
  await openConsole(page, funnel);
  await button(page, 'Increase traffic…').click();
  await expect(dialog(page, 'Increase canary traffic')).toContainText(
    'Its stages end: the canary keeps this percentage until you change it.',
  );
  await release(funnel, 'canary', 'stop');
});

test('a new token is shown although Escape was pressed while it was created', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  await openView(page, 'Tokens', mouse);
  await button(page, 'Add a token…').click();
  await page.getByLabel('Name', { exact: true }).fill('walt');
  await page.route('**/api/operator/tokens', async (route) => {
    if (route.request().method() === 'POST') await page.keyboard.press('Escape');
    await route.continue();
  });
  await button(page, 'Create token').click();
  await expect(dialog(page, 'Token of walt').getByLabel('Token', { exact: true })).not.toHaveValue('');
  await expect(statusMessage(page, 'The token is shown only once.')).toBeVisible();
});

test('a new token expires no later than the one that creates it, and the console says when', async ({
  page,
  funnel,
}) => {
  const response = await page.request.post(`${funnel.operatorsUrl}/api/operator/tokens`, {
    headers: { authorization: `Bearer ${funnel.operatorToken}` },
    data: { name: 'otto', preset: 'admin', days: 1 },
  });
  const { token, expiresAt } = Object(await response.json());
  await openConsole(page, funnel, token);
  await openView(page, 'Tokens', mouse);
  await button(page, 'Add a token…').click();
  const hint = 'The new token expires no later than the one that you signed in with.';
  await expect(page.getByText(hint)).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('zoe');
  await button(page, 'Create token').click();
  const shown = await statusMessage(page, 'The token is shown only once.').textContent();
  const [, end = ''] = /It expires on (.+)\./.exec(shown ?? '') ?? [];
  expect(Date.parse(end)).toBe(expiresAt - (expiresAt % 1000));
});

test('the tokens are found by a part of their name if there are more than 20', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  await openView(page, 'Tokens', mouse);
  const search = page.getByLabel('Find a name', { exact: true });
  const names = page.getByRole('table', { name: 'Tokens' }).getByRole('rowheader');
  const addToken = async (name: string) => {
    const response = await page.request.post(`${funnel.operatorsUrl}/api/operator/tokens`, {
      headers: { authorization: `Bearer ${funnel.operatorToken}` },
      data: { name, preset: 'viewer', days: 1 },
    });
    expect(response.status()).toBe(201);
  };
  await addToken('team-1');
  await returnToTab(page);
  await expect(names.getByText('team-1', { exact: true })).toBeVisible();
  const missing = 20 - (await names.count());
  for (let at = 2; at <= missing + 1; at++) await addToken(`team-${at}`);
  await returnToTab(page);
  await expect(names).toHaveCount(20);
  await expect(search).toHaveCount(0);
  await addToken('team-30');
  await returnToTab(page);
  await search.fill(' Team-4');
  await expect(names).toHaveText(['team-4']);
  await search.fill('team-3');
  await expect(names).toHaveText(['team-3', 'team-30']);
  expect(await violationsOf(page)).toEqual([]);
  await search.fill('nobody');
  await expect(page.getByText('No token has such a name.')).toBeVisible();

  // The search stays with its text, although 20 tokens are listed without one.
  await search.fill('team-30');
  await button(page, 'Revoke the token of team-30').click();
  await button(page, 'Revoke').click();
  await expect(statusMessage(page, 'The token of team-30 was revoked.')).toBeVisible();
  await expect(page.getByText('No token has such a name.')).toBeVisible();
  await expect(search).toHaveValue('team-30');
  await search.fill('team-4');
  await expect(names).toHaveText(['team-4']);
});

test('a form stays open with what was typed, although newer versions hide the row of its version', async ({
  page,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', '901.9.0');
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  await button(page, 'Promote… mfe-legal 901.9.0').click();
  const form = dialog(page, 'Promote mfe-legal 901.9.0');
  await form.getByLabel('Note', { exact: true }).fill('shorter imprint');
  for (const version of ['901.9.1', '901.9.2', '901.9.3']) await publishAs(funnel, 'mfe-legal', version);
  await returnToTab(page);
  await expect(page.getByRole('table', { includeHidden: true }).getByText('901.9.3')).toBeVisible();
  await expect(page.getByRole('table', { includeHidden: true }).getByText('901.9.0')).toHaveCount(0);
  await expect(form.getByLabel('Note', { exact: true })).toHaveValue('shorter imprint');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
});
