import type { Page } from '@playwright/test';

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
} from '../support/console.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { mouse } from '../support/journey.ts';

test.use({ productName: 'console-sessions' });

const version = '901.1.0';

/** Opens the dialog that promotes the published version. Returns its note. */
async function openPromotion(page: Page) {
  await openView(page, 'Versions', mouse);
  await button(page, `Promote… mfe-legal ${version}`).click();
  return dialog(page, `Promote mfe-legal ${version}`).getByLabel('Note', { exact: true });
}

const signInAgain = (page: Page) => dialog(page, 'Sign in again');

async function submitSignInAgain(page: Page, { operatorToken }: Funnel): Promise<void> {
  await signInAgain(page).getByLabel('Operator token').fill(operatorToken);
  await signInAgain(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(signInAgain(page)).toHaveCount(0);
}

/** The body of an error response. */
const problem = (status: number) => ({
  type: 'about:blank',
  title: 'Internal error',
  status,
  code: 'internal',
});

test('a viewer can read but not change production, also without the console; a revoked token ends its session at once', async ({
  page,
  browser,
  funnel,
}) => {
  await openConsole(page, funnel);
  await openView(page, 'Tokens', mouse);
  await button(page, 'Add a token…').click();
  await page.getByLabel('Name', { exact: true }).fill('vera');
  await button(page, 'Create token').click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'vera' })).toContainText('viewer');
  expect(await page.content()).not.toContain(token);

  const viewerContext = await browser.newContext({ baseURL: funnel.operatorsUrl });
  const viewer = await viewerContext.newPage();
  await signIn(viewer, funnel, mouse, token);
  await expect(viewer.getByText('Your token cannot change releases or deliveries.')).toBeVisible();
  for (const view of ['Overview', 'Versions', 'History', 'Deliveries'] as const) {
    await openView(viewer, view, mouse);
    await expect(viewer.getByRole('main').getByRole('button')).toHaveCount(0);
  }
  await expect(viewer.getByRole('link', { name: 'Tokens' })).toHaveCount(0);
  const status = await viewer.evaluate(async () => {
    const body = JSON.stringify({});
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/releases/rollbacks', { method: 'POST', body, headers })).status;
  });
  expect(status).toBe(403);

  await button(page, 'Revoke the token of vera').click();
  await button(page, 'Revoke').click();
  await expect(statusMessage(page, 'The token of vera was revoked.')).toBeVisible();
  await expect(signInAgain(viewer)).toBeVisible();
  await viewerContext.close();
});

test('rejects a wrong token, and stores the right one where no script can read it', async ({
  page,
  funnel,
  console,
}) => {
  await page.goto(`${funnel.operatorsUrl}/versions`);
  await page.getByLabel('Operator token').fill('not-a-token');
  await button(page, 'Sign in').click();
  await expect(page.getByText('This token is not valid or has expired.').first()).toBeVisible();
  // As it is pasted from a terminal.
  await page.getByLabel('Operator token').fill(`${funnel.operatorToken} `);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible();
  await waitForIdle(page);
  const readable = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  expect(readable).not.toContain(funnel.operatorToken);
  expect(readable).toMatch(/^\[\{\},\{\},""/);

  await button(page, 'Sign out').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to the console' })).toBeVisible();
  // The browser itself logs each 401 response.
  expect(console.filter((line) => !/^error: Failed to load resource: .* 401 /.test(line))).toEqual([]);
});

test('an operator whose session has ended signs in again without losing typed text', async ({
  page,
  context,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', version);
  await openConsole(page, funnel);
  const note = await openPromotion(page);
  await note.fill('a note to keep');
  await context.clearCookies();
  // The next refresh of the view notices it.
  await submitSignInAgain(page, funnel);
  await expect(note).toHaveValue('a note to keep');
  await button(page, 'Start canary').click();
  await expect(statusMessage(page, 'is live as a canary for 10 %')).toBeVisible();
  await release(funnel, 'canary', 'stop');
});

test('shows the last data with its age while the service does not respond', async ({
  page,
  context,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', version);
  await release(funnel, 'promote', `mfe-legal@${version}`);
  await openConsole(page, funnel);
  const stable = page.getByRole('article', { name: /^Stable, Set \d+$/ });
  await expect(stable).toBeVisible();
  await rollBackButton(page).click();
  await expect(dialog(page, 'Roll back')).toContainText('and a running canary are withdrawn');
  await dialog(page, 'Roll back').getByLabel('Note', { exact: true }).fill('typed before the failure');
  await context.setOffline(true);
  await returnToTab(page);
  await expect(page.getByText('The service does not respond. This data is from')).toBeVisible();
  await expect(stable).toBeVisible();
  await button(page, 'Roll back').click();
  await expect(dialog(page, 'Roll back').getByRole('alert')).toContainText('The service does not respond.');
  await expect(dialog(page, 'Roll back').getByLabel('Note', { exact: true })).toHaveValue(
    'typed before the failure',
  );
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await returnToTab(page);
  await expect(page.getByText('The service does not respond.')).toHaveCount(0);
  await release(funnel, 'rollback');
});

for (const status of [500, 503]) {
  for (const resource of ['status', 'analytics']) {
    test(`shows the last ${resource} with its age while the service responds with ${status}`, async ({
      page,
      funnel,
    }) => {
      await openConsole(page, funnel);
      await expect(page.getByRole('article', { name: /^Stable, Set \d+$/ })).toBeVisible();
      await waitForIdle(page);
      await expect(page.getByText('of this data is from')).toHaveCount(0);
      await page.route(`**/api/releases/${resource}`, (route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify(problem(status)),
        }),
      );
      await returnToTab(page);
      await expect(
        statusMessage(page, /Some of this data is from \d\d:\d\d:\d\d \S+ \(just now\)/),
      ).toBeVisible();
      await page.unrouteAll();
      await returnToTab(page);
      await expect(page.getByText('of this data is from')).toHaveCount(0);
    });
  }
}

test('shows a signed-out operator the age of the data and a button to sign in again', async ({
  page,
  context,
  funnel,
}) => {
  await openConsole(page, funnel);
  await openView(page, 'History', mouse);
  await context.clearCookies();
  await returnToTab(page);
  await expect(signInAgain(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(signInAgain(page)).toHaveCount(0);
  await expect(statusMessage(page, 'You are signed out. This data is from')).toBeVisible();
  await button(page, 'Sign in again').click();
  await submitSignInAgain(page, funnel);
  await expect(page.getByText('This data is from')).toHaveCount(0);
});

test('an operator who reads on after the session has ended is asked to sign in at the next action, and not before', async ({
  page,
  context,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', version);
  await openConsole(page, funnel);
  await openView(page, 'Versions', mouse);
  await context.clearCookies();
  await returnToTab(page);
  await expect(signInAgain(page)).toBeVisible();
  await page.keyboard.press('Escape');
  // The view is fetched again every few seconds.
  const response = await page.waitForResponse((fetched) => fetched.url().endsWith('/api/releases/status'));
  expect(response.status()).toBe(401);
  await expect(signInAgain(page)).toHaveCount(0);
  await button(page, `Promote… mfe-legal ${version}`).click();
  await button(page, 'Start canary').click();
  await expect(signInAgain(page)).toBeVisible();
});

test('what an operator has typed is not in the form of the next one who signs in', async ({
  page,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', version);
  await openConsole(page, funnel);
  await (await openPromotion(page)).fill('for my eyes only');
  await page.keyboard.press('Escape');
  await expect(await openPromotion(page)).toHaveValue('for my eyes only');
  await page.keyboard.press('Escape');
  await button(page, 'Sign out').click();
  await page.getByLabel('Operator token').fill(funnel.operatorToken);
  await button(page, 'Sign in').click();
  await expect(await openPromotion(page)).toHaveValue('');
});

test('an operator who could not be signed out stays in the view, which says so', async ({
  page,
  context,
  funnel,
}) => {
  await openConsole(page, funnel);
  await context.setOffline(true);
  await button(page, 'Sign out').click();
  await expect(page.getByRole('alert').filter({ hasText: 'The service does not respond.' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await context.setOffline(false);
  await button(page, 'Sign out').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to the console' })).toBeVisible();
});

test('a tab names the operator whom another tab has signed in', async ({ page, context, funnel }) => {
  await openConsole(page, funnel);
  const created = await page.request.post(`${funnel.operatorsUrl}/api/operator/tokens`, {
    headers: { authorization: `Bearer ${funnel.operatorToken}` },
    data: { name: 'otto', preset: 'viewer', days: 1 },
  });
  const { token } = Object(await created.json());
  const other = await context.newPage();
  await other.goto(funnel.operatorsUrl);
  await button(other, 'Sign out').click();
  await signIn(other, funnel, mouse, token);
  await returnToTab(page);
  await expect(page.getByText('otto, viewer')).toBeVisible();
  await expect(page.getByText('Your token cannot change releases or deliveries.')).toBeVisible();
});
