import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { violationsOf } from './support/accessibility.ts';
import { relabelBuild, release } from './support/builds.ts';
import { consoleViews, openView, said, settle, signIn, write } from './support/console.ts';
import { expect, test, type Funnel } from './support/funnel.ts';
import { keyboard, mouse, type Hand } from './support/journey.ts';

test.use({ productName: 'a product with a console' });
// They move the same production.
test.describe.configure({ mode: 'default' });

const version = '1.1.0';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

const publish = (funnel: Funnel) =>
  release(funnel, 'publish', 'mfe-legal', '--dir', relabelBuild('mfe-legal', version));

const leaveLead = (funnel: Funnel, email: string) =>
  fetch(`${funnel.url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      leadId: randomUUID(),
      email,
      timestamp: new Date().toISOString(),
      step: 'email',
      specialGoal: '',
      quizAnswers: {},
      answers_summary: '',
    }),
  });

/** What the service says where it fails. */
const broken = (status: number) => ({ type: 'about:blank', title: 'Broken', status, code: 'internal' });

async function liveLegal(funnel: Funnel) {
  const { set, canary } = Object(await funnel.ask('/api/releases/status'));
  return {
    stable: String(set.members['mfe-legal']),
    canary: canary && String(canary.set.members['mfe-legal']),
  };
}

async function chooseEverybody(page: Page, hand: Hand): Promise<void> {
  const everybody = page.getByRole('radio', { name: 'All new visitors' });
  if (hand === mouse) return everybody.click();
  // The dialog opens on what is chosen; one of a group is reached with the arrows.
  await expect(page.getByRole('radio', { name: 'A share of them first' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(everybody).toBeChecked();
}

for (const [way, hand] of [
  ['by mouse', mouse],
  ['by keyboard alone', keyboard],
] as const) {
  test(`a version goes to a share, to more, to nobody, to all and back, ${way}`, async ({ page, funnel }) => {
    test.setTimeout(120_000);
    await publish(funnel);
    const before = (await liveLegal(funnel)).stable;
    await signIn(page, funnel.operatorToken, hand);

    await openView(page, 'Versions', hand);
    await hand.press(button(page, `Promote… mfe-legal ${version}`));
    const promotion = dialog(page, `Promote mfe-legal ${version}`);
    await write(promotion.getByLabel('Share in percent'), hand, '10');
    await expect(promotion).toContainText(`10 % of new visitors get mfe-legal ${version}, and keep it.`);
    await write(promotion.getByLabel('Note', { exact: true }), hand, `a share first, ${way}`);
    await hand.press(button(page, 'Start the canary'));
    await expect(said(page, `mfe-legal ${version} is live as a canary for 10 %`)).toBeVisible();
    expect(await liveLegal(funnel)).toEqual({ stable: before, canary: version });
    await expect(button(page, `Promote… mfe-legal ${version}`)).toHaveCount(0);

    await openView(page, 'Overview', hand);
    const canary = page.getByRole('article', { name: /^Canary, Set \d+$/ });
    await expect(canary).toContainText(`${version} instead of ${before}`);
    await hand.press(button(page, 'Widen…'));
    await write(dialog(page, 'Widen the canary').getByLabel('New share in percent'), hand, '10');
    await expect(dialog(page, 'Widen the canary')).toContainText('Enter a whole number from 11 to 99.');
    await write(dialog(page, 'Widen the canary').getByLabel('New share in percent'), hand, '50');
    await hand.press(button(page, 'Widen'));
    await expect(said(page, 'The canary is live for 50 % of new visitors.')).toBeVisible();
    await expect(canary).toContainText('50 % of new visitors');

    await hand.press(button(page, 'Stop…'));
    await expect(dialog(page, 'Stop the canary')).toContainText('Its visitors move to the stable set');
    await hand.press(button(page, 'Stop the canary'));
    await expect(said(page, 'The canary is stopped.')).toBeVisible();
    await expect(page.getByText('No canary is running.')).toBeVisible();

    await openView(page, 'Versions', hand);
    await hand.press(button(page, `Promote… mfe-legal ${version}`));
    await chooseEverybody(page, hand);
    await expect(promotion).toContainText(`Everyone who comes from now on gets mfe-legal ${version}.`);
    await hand.press(button(page, 'Promote for all'));
    await expect(said(page, `mfe-legal ${version} is live for all new visitors.`)).toBeVisible();
    expect(await liveLegal(funnel)).toEqual({ stable: version, canary: null });

    await openView(page, 'Overview', hand);
    await hand.press(button(page, 'Roll back…'));
    await expect(dialog(page, 'Roll back')).toContainText(`mfe-legal: ${version} → ${before}`);
    await write(dialog(page, 'Roll back').getByLabel('Note', { exact: true }), hand, `taken back, ${way}`);
    await hand.press(button(page, 'Roll back'));
    await expect(said(page, /Rolled back from set \d+ \(\w+\) to set \d+ \(\w+\)\./)).toBeVisible();
    expect((await liveLegal(funnel)).stable).toBe(before);

    await openView(page, 'History', hand);
    const moves = page.locator('ol > li');
    const told = [
      ['rolled back', `taken back, ${way}`],
      ['promoted for all'],
      ['stopped the canary'],
      ['widened the canary at 50 %'],
      ['started a canary at 10 %', `a share first, ${way}`],
    ];
    for (const [index, words] of told.entries()) {
      for (const word of words) await expect(moves.nth(index)).toContainText(word);
    }
    await hand.press(moves.first().locator('summary'));
    await expect(moves.first()).toContainText(`mfe-legal: ${version} → ${before}`);
  });
}

test('one goes back to any set of the history; what it changes is told first', async ({ page, funnel }) => {
  await publish(funnel);
  await release(funnel, 'promote', `mfe-legal@${version}`, '--note', 'from the command line');
  const { moves } = Object(await funnel.ask('/api/releases/audit'));
  const before = String(moves[0].from);
  await signIn(page, funnel.operatorToken, mouse);
  await openView(page, 'History', mouse);
  await button(page, `Roll back to this… ${before}`).click();
  await expect(dialog(page, 'Roll back')).toContainText(`mfe-legal: ${version} → `);
  await button(page, 'Roll back').click();
  await expect(said(page, /Rolled back from set \d+ \(\w+\) to set \d+ \(\w+\)\./)).toBeVisible();
  expect(await funnel.ask('/api/releases/status')).toMatchObject({ set: { id: before } });
});

test('a rollback goes where its dialog says, or nowhere if somebody was faster', async ({ page, funnel }) => {
  await publish(funnel);
  await release(funnel, 'promote', `mfe-legal@${version}`);
  const seen = Object(await funnel.ask('/api/releases/status')).set;
  const { to } = Object(await funnel.ask('/api/releases/rollbacks/plan'));
  const named = ({ number, id }: { number: number; id: string }) => `set ${number} (${id})`;
  await signIn(page, funnel.operatorToken, mouse);
  await expect(page.getByRole('article', { name: `Stable, Set ${seen.number}` })).toContainText(seen.id);
  await button(page, 'Roll back…').click();
  const rollback = dialog(page, 'Roll back');
  await expect(rollback).toContainText(`Everyone gets ${named(to)} again.`);
  await expect(rollback).toContainText(`What is live now, ${named(seen)}, is withdrawn`);
  await rollback.getByLabel('Note', { exact: true }).fill('too late');

  await release(funnel, 'rollback', '--note', 'the colleague was faster');
  await expect(
    page.getByRole('article', { name: `Stable, Set ${to.number}`, includeHidden: true }),
  ).toBeVisible();
  await expect(rollback).toContainText(`What is live now, ${named(seen)}, is withdrawn`);
  await button(page, 'Roll back').click();
  await expect(rollback.getByRole('alert')).toContainText(
    `The set ${to.id} (number ${to.number}) is live by now`,
  );
  await expect(rollback.getByLabel('Note', { exact: true })).toHaveValue('too late');
  expect(await funnel.ask('/api/releases/audit')).toMatchObject({
    moves: { 0: { action: 'rollback', note: 'the colleague was faster', from: seen.id, to: to.id } },
  });
});

test('what the gates refuse is told in full, by asking and by trying; nothing typed is lost', async ({
  page,
  funnel,
}) => {
  const dir = relabelBuild('mfe-legal', '1.2.0', { paths: ['/final'], react: '^18.0.0' });
  await release(funnel, 'publish', 'mfe-legal', '--dir', dir);
  await signIn(page, funnel.operatorToken, mouse);
  await openView(page, 'Versions', mouse);
  await button(page, 'Verify mfe-legal 1.2.0').click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '1.2.0' }) });
  await expect(row).toContainText('This cannot go live as it is');
  const reasons = [/\/final/, /React/];
  for (const reason of reasons) await expect(row).toContainText(reason);

  await button(page, 'Promote… mfe-legal 1.2.0').click();
  const promotion = dialog(page, 'Promote mfe-legal 1.2.0');
  await promotion.getByLabel('Note', { exact: true }).fill('I would like to');
  await button(page, 'Start the canary').click();
  const refusal = promotion.getByRole('alert');
  await expect(refusal).toContainText('The service refused.');
  for (const reason of reasons) await expect(refusal).toContainText(reason);
  await expect(promotion.getByLabel('Note', { exact: true })).toHaveValue('I would like to');
  await expect(promotion.getByRole('checkbox', { name: /^Promote it all the same/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Promote… mfe-legal 1.2.0').click();
  await expect(promotion.getByLabel('Note', { exact: true })).toHaveValue('I would like to');
});

test('a version is looked at by a link before anybody gets it', async ({ page, context, funnel }) => {
  await publish(funnel);
  await signIn(page, funnel.operatorToken, mouse);
  await openView(page, 'Versions', mouse);
  await button(page, `Preview link mfe-legal ${version}`).click();
  const link = page.getByLabel('Preview link', { exact: true });
  await expect(link).toHaveValue(new RegExp(`^${funnel.url}/`));
  const address = await link.inputValue();
  const visitor = await context.newPage();
  await visitor.goto(address);
  const set = await visitor.evaluate(() => document.getElementById('release-set')?.textContent ?? '');
  expect(set).toContain(`/remotes/mfe-legal/${version}/`);
});

test('what was given up is delivered again: one, several, all of a destination', async ({ page, funnel }) => {
  const leave = (email: string) => leaveLead(funnel, email);
  const names = ['one', 'two', 'three', 'four', 'five'];
  funnel.leads.answerWith(400);
  for (const name of names) expect((await leave(`${name}@console.example`)).status).toBe(202);
  await signIn(page, funnel.operatorToken, mouse);
  await openView(page, 'Deliveries', mouse);
  const dead = page.getByText('given up, 1 try');
  await expect(dead).toHaveCount(5);
  await expect(page.getByText('5 of 5, newest first')).toBeVisible();
  await expect(page.getByText('status 400')).toHaveCount(5);
  await expect(page.getByText('@console.example')).toHaveCount(0);

  funnel.leads.answerWith(204);
  await page
    .getByRole('button', { name: /^Deliver lead to lead-webhook again/ })
    .first()
    .click();
  await button(page, 'Deliver again').click();
  await expect(said(page, '1 delivery is on its way again.')).toBeVisible();
  await expect(dead).toHaveCount(4);

  const choices = page.getByRole('checkbox', { name: /^Choose lead to lead-webhook/ });
  for (const index of [0, 1]) await choices.nth(index).check();
  await button(page, 'Deliver 2 chosen again…').click();
  await button(page, 'Deliver again').click();
  await expect(said(page, '2 deliveries are on their way again.')).toBeVisible();
  await expect(dead).toHaveCount(2);

  await button(page, 'Deliver all given up for lead-webhook again').click();
  await button(page, 'Deliver again').click();
  await expect(page.getByText('Everything was delivered.')).toBeVisible();
  const received = funnel.leads.deliveries.map(({ body }) => Object(body).email);
  for (const name of names) expect(received).toContain(`${name}@console.example`);
});

test('what was given up is found among many that wait; a list says of how many it is', async ({
  page,
  funnel,
}) => {
  const leave = () => leaveLead(funnel, `${randomUUID()}@console.example`);
  funnel.leads.answerWith(400);
  expect((await leave()).status).toBe(202);
  await signIn(page, funnel.operatorToken, mouse);
  await openView(page, 'Deliveries', mouse);
  await expect(page.getByText('given up, 1 try')).toHaveCount(1);
  funnel.leads.answerWith(503);
  for (let count = 0; count < 60; count++) await leave();
  await expect(page.getByText('50 of 61, newest first')).toBeVisible();
  await expect(page.getByText('given up, 1 try')).toHaveCount(0);

  await page.getByLabel('State').selectOption('Given up');
  await expect(page.getByText('1 of 1, newest first')).toBeVisible();
  await expect(page.getByText('given up, 1 try')).toHaveCount(1);
  funnel.leads.answerWith(204);
  await page.getByRole('button', { name: /^Deliver lead to lead-webhook again/ }).click();
  await button(page, 'Deliver again').click();
  await expect(page.getByText('There is none of these.')).toBeVisible();
});

test('a viewer looks and moves nothing, even past the page; a revoked token ends at once', async ({
  page,
  browser,
  funnel,
}) => {
  await signIn(page, funnel.operatorToken, mouse);
  await openView(page, 'Tokens', mouse);
  await page.getByLabel('Name').fill('vera');
  await button(page, 'Make the token').click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  await page.reload();
  await expect(page.getByText('vera, viewer')).toBeVisible();
  expect(await page.content()).not.toContain(token);

  const other = await browser.newContext({ baseURL: funnel.url });
  const viewer = await other.newPage();
  await signIn(viewer, token, mouse);
  await expect(viewer.getByText('You look on as a viewer.')).toBeVisible();
  for (const view of ['Overview', 'Versions', 'History', 'Deliveries'] as const) {
    await openView(viewer, view, mouse);
    await settle(viewer);
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
  await expect(said(page, 'The token of vera is revoked.')).toBeVisible();
  await expect(viewer.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  await other.close();
});

test('a wrong token is refused; the right one leaves nothing that a script can read', async ({
  page,
  funnel,
  console,
}) => {
  await page.goto('/console/versions');
  await page.getByLabel('Operator token').fill('not-a-token');
  await button(page, 'Sign in').click();
  await expect(page.getByText('No operator has this token, or it has expired.').first()).toBeVisible();
  await page.getByLabel('Operator token').fill(funnel.operatorToken);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible();
  await settle(page);
  const readable = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  expect(readable).not.toContain(funnel.operatorToken);
  expect(readable).toMatch(/^\[\{\},\{\},""/);

  await button(page, 'Sign out').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to the console' })).toBeVisible();
  // Only what the browser itself says of the refusals.
  expect(console.filter((line) => !/^error: Failed to load resource: .* 401 /.test(line))).toEqual([]);
});

test('whose session ended meanwhile signs in again and goes on where they were', async ({
  page,
  context,
  funnel,
}) => {
  await publish(funnel);
  await signIn(page, funnel.operatorToken, mouse);
  await openView(page, 'Versions', mouse);
  await button(page, `Promote… mfe-legal ${version}`).click();
  const promotion = dialog(page, `Promote mfe-legal ${version}`);
  await promotion.getByLabel('Note', { exact: true }).fill('a note that is kept');
  await context.clearCookies();
  await button(page, 'Start the canary').click();
  const again = dialog(page, 'Sign in again');
  await again.getByLabel('Operator token').fill(funnel.operatorToken);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again).toHaveCount(0);
  await expect(promotion.getByLabel('Note', { exact: true })).toHaveValue('a note that is kept');
  await button(page, 'Start the canary').click();
  await expect(said(page, 'is live as a canary for 10 %')).toBeVisible();
  await release(funnel, 'canary', 'stop');
});

test('while the service is away the last figures stay, with their age', async ({ page, context, funnel }) => {
  await publish(funnel);
  await release(funnel, 'promote', `mfe-legal@${version}`);
  await signIn(page, funnel.operatorToken, mouse);
  const stable = page.getByRole('article', { name: /^Stable, Set \d+$/ });
  await expect(stable).toBeVisible();
  await button(page, 'Roll back…').click();
  await expect(dialog(page, 'Roll back')).toContainText('is withdrawn');
  await dialog(page, 'Roll back').getByLabel('Note', { exact: true }).fill('typed meanwhile');
  await context.setOffline(true);
  await expect(page.getByText('The service does not answer. What you see is from')).toBeVisible();
  await expect(stable).toBeVisible();
  await button(page, 'Roll back').click();
  await expect(dialog(page, 'Roll back').getByRole('alert')).toContainText('The service does not answer.');
  await expect(dialog(page, 'Roll back').getByLabel('Note', { exact: true })).toHaveValue('typed meanwhile');
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await expect(page.getByText('The service does not answer.')).toHaveCount(0);
  await release(funnel, 'rollback');
});

for (const status of [500, 503]) {
  for (const call of ['status', 'figures']) {
    test(`what ${call} said last is shown with its age while it answers ${status}`, async ({
      page,
      funnel,
    }) => {
      await signIn(page, funnel.operatorToken, mouse);
      await expect(page.getByRole('article', { name: /^Stable, Set \d+$/ })).toBeVisible();
      await settle(page);
      await expect(page.getByText('of what you see is from')).toHaveCount(0);
      await page.route(`**/api/releases/${call}`, (route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify(broken(status)),
        }),
      );
      await expect(
        said(page, /A part of what you see is from \d\d:\d\d:\d\d \S+ \(just now\)/),
      ).toBeVisible();
      await page.unrouteAll();
      await expect(page.getByText('of what you see is from')).toHaveCount(0);
    });
  }
}

test('whose session ended and who reads on is told how old it is, and the way back in', async ({
  page,
  context,
  funnel,
}) => {
  await signIn(page, funnel.operatorToken, mouse);
  await openView(page, 'History', mouse);
  await settle(page);
  await context.clearCookies();
  const again = dialog(page, 'Sign in again');
  await expect(again).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(again).toHaveCount(0);
  await expect(said(page, 'You are signed out. What you see is from')).toBeVisible();
  await button(page, 'Sign in again').click();
  await again.getByLabel('Operator token').fill(funnel.operatorToken);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('What you see is from')).toHaveCount(0);
});

for (const [width, colorScheme] of [
  [1280, 'light'],
  [375, 'dark'],
] as const) {
  test(`every view is accessible and fits, ${width} px wide, ${colorScheme}`, async ({
    page,
    funnel,
    console,
  }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 740 });
    await publish(funnel);
    await release(funnel, 'promote', `mfe-legal@${version}`, '--canary', '10');
    await page.goto('/console');
    await expect(page.getByLabel('Operator token')).toBeVisible();
    const scan = async (place: string) => {
      await settle(page);
      expect(await violationsOf(page), place).toEqual([]);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth, place).toBe(clientWidth);
    };
    await scan('sign-in');
    await signIn(page, funnel.operatorToken, mouse);
    for (const view of consoleViews) {
      await openView(page, view, mouse);
      await scan(view);
    }
    await openView(page, 'Overview', mouse);
    await button(page, 'Widen…').click();
    await scan('a dialog');
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
