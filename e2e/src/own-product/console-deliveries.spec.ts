import { randomUUID } from 'node:crypto';

import { violationsOf } from '../support/accessibility.ts';
import { button, openConsole, openView, overflowOf, statusMessage, waitForIdle } from '../support/console.ts';
import { expect, test } from '../support/funnel.ts';
import { mouse } from '../support/journey.ts';
import { submitLead } from '../support/submit-lead.ts';

const unset = ['META_PIXEL_ID', 'META_ACCESS_TOKEN', 'TIKTOK_PIXEL_ID', 'TIKTOK_ACCESS_TOKEN'].concat([
  'GA4_MEASUREMENT_ID',
  'GA4_API_SECRET',
  'AD_TRACKING_URL',
  'AD_TRACKING_TOKEN',
]);
/** Of all ad platforms only the advertising platform, which rejects a conversion for good by its status. */
const serviceEnv = Object.fromEntries(unset.map((name) => [name, '']));

test.use({ productName: 'console-deliveries', hasAds: true, serviceEnv });

test('redelivers one dead letter, the selected ones, and all of a destination', async ({ page, funnel }) => {
  const submit = (email: string) => submitLead(funnel.url, email);
  const names = ['one', 'two', 'three', 'four', 'five'];
  funnel.ads.isRejecting = true;
  for (const name of names) expect((await submit(`${name}@console.example`)).status).toBe(202);
  await openConsole(page, funnel);
  await openView(page, 'Deliveries', mouse);
  const deadLetters = page.getByText('dead letter, 1 attempt');
  await expect(deadLetters).toHaveCount(5);
  await expect(page.getByText('5 of 5, newest first')).toBeVisible();
  await expect(page.getByText('status 400')).toHaveCount(5);
  await expect(page.getByText('@console.example')).toHaveCount(0);

  funnel.ads.isRejecting = false;
  await page
    .getByRole('button', { name: /^Redeliver conversion to ad-platform/ })
    .first()
    .click();
  await button(page, 'Redeliver').click();
  await expect(statusMessage(page, '1 delivery was requeued.')).toBeVisible();
  await expect(deadLetters).toHaveCount(4);

  const checkboxes = page.getByRole('checkbox', { name: /^Select conversion to ad-platform/ });
  for (const index of [0, 1]) await checkboxes.nth(index).check();
  await button(page, 'Redeliver 2 selected…').click();
  await button(page, 'Redeliver').click();
  await expect(statusMessage(page, '2 deliveries were requeued.')).toBeVisible();
  await expect(deadLetters).toHaveCount(2);

  await button(page, 'Redeliver all dead letters of ad-platform').click();
  await button(page, 'Redeliver').click();
  await expect(page.getByText('Nothing is waiting, and nothing has failed.')).toBeVisible();
  expect(funnel.ads.received.map(({ event }) => event)).toEqual(names.map(() => 'Lead'));
});

test('keeps the filter of the deliveries on Back and on a reload', async ({ page, funnel }) => {
  funnel.ads.isRejecting = true;
  expect((await submitLead(funnel.url, 'filter@console.example')).status).toBe(202);
  await openConsole(page, funnel);
  await openView(page, 'Deliveries', mouse);
  const state = page.getByRole('combobox', { name: 'State' });
  await state.selectOption('Dead letter');
  await openView(page, 'History', mouse);
  await page.goBack();
  await expect(state).toHaveValue('dead');
  await page.reload();
  await expect(state).toHaveValue('dead');
  funnel.ads.isRejecting = false;
  await button(page, 'Redeliver all dead letters of ad-platform').click();
  await button(page, 'Redeliver').click();
  await expect(page.getByText('No deliveries match this filter.')).toBeVisible();
});

test('a filter of the deliveries stays while it is in use, although the last delivery is done', async ({
  page,
  funnel,
}) => {
  funnel.ads.isRejecting = true;
  expect((await submitLead(funnel.url, 'last@console.example')).status).toBe(202);
  await openConsole(page, funnel);
  await openView(page, 'Deliveries', mouse);
  const state = page.getByRole('combobox', { name: 'State' });
  await state.selectOption('Dead letter');
  funnel.ads.isRejecting = false;
  await button(page, 'Redeliver all dead letters of ad-platform').click();
  await button(page, 'Redeliver').click();
  await expect(page.getByText('No deliveries match this filter.')).toBeVisible();
  await expect(page.getByText('Nothing waits for any destination, and nothing has failed.')).toBeVisible();
  await state.selectOption('All states');
  await expect(page.getByText('Nothing is waiting, and nothing has failed.')).toBeVisible();
  await expect(state).toBeVisible();
});

test('an unchecked box of a delivery has the color of its panel in dark mode', async ({ page, funnel }) => {
  funnel.ads.isRejecting = true;
  expect((await submitLead(funnel.url, 'dark@console.example')).status).toBe(202);
  await page.emulateMedia({ colorScheme: 'dark' });
  await openConsole(page, funnel);
  await openView(page, 'Deliveries', mouse);
  const box = page.getByRole('checkbox', { name: /^Select conversion to ad-platform/ }).first();
  await expect(box).toBeVisible();
  const panel = page.getByRole('region', { name: 'Undelivered' });
  const background = await panel.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(box).toHaveCSS('background-color', background);
  funnel.ads.isRejecting = false;
  await button(page, 'Redeliver all dead letters of ad-platform').click();
  await button(page, 'Redeliver').click();
  await expect(box).toHaveCount(0);
});

test('lists an alert that lasts, with what to do, and when it has ended', async ({ page, funnel }) => {
  funnel.ads.isRejecting = true;
  expect((await submitLead(funnel.url, 'alert@console.example')).status).toBe(202);
  await openConsole(page, funnel);
  await openView(page, 'Deliveries', mouse);
  await expect(page.getByText('dead letter, 1 attempt')).toHaveCount(1);
  await expect(page.getByText('1 failed for good', { exact: true })).toBeVisible();
  // The service checks when it starts, and then every minute.
  await funnel.restart(0);
  await openView(page, 'Overview', mouse);
  await page.getByRole('link', { name: '1 open alert' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Alerts');
  const alert = page.getByRole('row').filter({ hasText: 'Dead letters: ad-platform' });
  await expect(alert).toContainText(
    'ad-platform has 1 dead letter. Nothing is lost: redeliver under Deliveries in the console.',
  );
  await expect(alert).toContainText('Not yet');
  await expect(alert).toContainText('docs/runbooks/alerts.md#dead-letters');

  funnel.ads.isRejecting = false;
  await openView(page, 'Deliveries', mouse);
  await button(page, 'Redeliver all dead letters of ad-platform').click();
  await button(page, 'Redeliver').click();
  await expect(page.getByText('Nothing is waiting, and nothing has failed.')).toBeVisible();
  await expect(page.getByText('failed for good')).toHaveCount(0);
  await funnel.restart(0);
  await openView(page, 'History', mouse);
  await expect(alert).not.toContainText('Not yet');
});

test('shows a stopped destination in every view until it is resumed', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  funnel.leads.answerWith(410);
  expect((await submitLead(funnel.url, 'stopped@console.example')).status).toBe(202);
  const alert = page.getByText('lead-webhook is stopped');
  await expect(alert).toBeVisible();
  await openView(page, 'Deliveries', mouse);
  await expect(alert).toBeVisible();
  await expect(page.getByText(/^Stopped since .*: status 410$/)).toBeVisible();
  funnel.leads.answerWith(204);
  await button(page, 'Resume lead-webhook').click();
  await button(page, 'Resume').click();
  await expect(statusMessage(page, 'lead-webhook was resumed.')).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(page.getByText('Nothing is waiting, and nothing has failed.')).toBeVisible();
  const received = funnel.leads.deliveries.map(({ body }) => Object(body).email);
  expect(received).toContain('stopped@console.example');
});

test('says that a destination was not stopped any more if somebody else has resumed it', async ({
  page,
  funnel,
}) => {
  await openConsole(page, funnel);
  funnel.leads.answerWith(410);
  expect((await submitLead(funnel.url, 'resumed@console.example')).status).toBe(202);
  await openView(page, 'Deliveries', mouse);
  await button(page, 'Resume lead-webhook').click();
  funnel.leads.answerWith(204);
  const resumption = await page.evaluate(async () => {
    const body = JSON.stringify({ destination: 'lead-webhook' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/deliveries/resume', { method: 'POST', headers, body })).json();
  });
  expect(resumption).toEqual({ resumed: true });
  await button(page, 'Resume').click();
  await expect(statusMessage(page, 'lead-webhook was not stopped any more.')).toBeVisible();
});

test('finds a dead letter among many pending deliveries by its state, and shows the total', async ({
  page,
  funnel,
}) => {
  const submit = () => submitLead(funnel.url, `${randomUUID()}@console.example`);
  funnel.ads.isRejecting = true;
  expect((await submit()).status).toBe(202);
  await openConsole(page, funnel);
  await openView(page, 'Deliveries', mouse);
  await expect(page.getByText('dead letter, 1 attempt')).toHaveCount(1);
  [funnel.ads.isRejecting, funnel.ads.isDown] = [false, true];
  for (let count = 0; count < 60; count++) await submit();
  await expect(page.getByText('50 of 61, newest first')).toBeVisible();
  await expect(page.getByText('dead letter, 1 attempt')).toHaveCount(0);

  await page.getByLabel('State').selectOption('Dead letter');
  await expect(page.getByText('1 of 1, newest first')).toBeVisible();
  await expect(page.getByText('dead letter, 1 attempt')).toHaveCount(1);
  funnel.ads.isDown = false;
  await page.getByRole('button', { name: /^Redeliver conversion to ad-platform/ }).click();
  await button(page, 'Redeliver').click();
  await expect(page.getByText('No deliveries match this filter.')).toBeVisible();
  await button(page, 'Show all deliveries').click();
  await expect(page.getByText('No deliveries match this filter.')).toHaveCount(0);
  await waitForIdle(page);
  // A destination that was down is tried again after 20 s at the latest.
  await expect(page.getByLabel('State')).toHaveCount(0, { timeout: 60_000 });
});

test('the local mailbox shows what the product sends, and is accessible with its emails closed', async ({
  page,
  funnel,
}) => {
  expect((await submitLead(funnel.url, 'ada@mailbox.example')).status).toBe(202);
  await openConsole(page, funnel);
  await openView(page, 'Emails', mouse);
  const email = '"Your personalized trading plan" to ada@mailbox.example';
  await button(page, `Open ${email}`).click();
  const html = page.locator('iframe[title=\'"Your personalized trading plan" as HTML\']');
  // No permission: a script in an email does not run.
  await expect(html).toHaveAttribute('sandbox', '');
  const shown = html.contentFrame();
  // Both come with styles that the console itself may not use, and from another origin.
  const icon = shown.locator('img');
  await expect(icon).toHaveCSS('vertical-align', 'middle');
  expect(
    await icon.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(192);
  await expect(shown.getByText('Your first 7-day trading task')).toBeVisible();
  await expect(shown.getByRole('link', { name: 'See your plan' })).toHaveAttribute(
    'href',
    `${funnel.url}/final?lang=en`,
  );
  await expect(page.getByRole('region', { name: '"Your personalized trading plan" as text' })).toContainText(
    `See your plan: ${funnel.url}/final?lang=en`,
  );

  await button(page, 'Close').click();
  await expect(html).toHaveCount(0);
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [375, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 740 });
    await waitForIdle(page);
    expect(await violationsOf(page), `${width} px`).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  }
});

test('a long email address in the local mailbox does not make the page wider than the window', async ({
  page,
  funnel,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
  expect((await submitLead(funnel.url, email)).status).toBe(202);
  await openConsole(page, funnel);
  await openView(page, 'Emails', mouse);
  await expect(page.getByText(email)).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
});
