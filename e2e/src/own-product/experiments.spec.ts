import type { Browser, BrowserContext, Page } from '@playwright/test';

import { violationsOf } from '../support/accessibility.ts';
import { publishAs, relabelBuild, release } from '../support/builds.ts';
import {
  button,
  dialog,
  openView,
  overflowOf,
  signIn,
  statusMessage,
  waitForIdle,
  write,
} from '../support/console.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { cards, heading, keyboard, mouse, pay } from '../support/journey.ts';
import { checkoutScript, expectWebFont, hasTakenOver, openApp } from '../support/open-app.ts';
import { visibleShiftsOf, watchShifts } from '../support/shifts.ts';
import { simulateVisit } from '../support/visits.ts';
import { storedRows } from '../support/stored-rows.ts';

test.use({ productName: 'experiments' });

/** What the service says about an experiment. */
interface ExperimentReport {
  readonly verdict: string;
  readonly arms: readonly { readonly name: string; readonly exposed: number; readonly buyers: number }[];
  readonly decisions: readonly { readonly arm: string; readonly why: string }[];
}

const always = {
  share: 1,
  seenAt: '/final',
  purchaseWithinDays: 3,
  smallestEffect: 0.01,
  plannedVisitors: 12_000,
};
const presentation = {
  ...always,
  name: 'pricing/checkout-in-dialog',
  owner: 'pricing',
  hypothesis: 'Visitors who pay in a dialog pay more often.',
  arms: [
    { name: 'page', weight: 1, settings: { checkoutPresentation: 'page' } },
    { name: 'dialog', weight: 1, settings: { checkoutPresentation: 'dialog' } },
  ],
  start: '2020-01-01',
  end: '2100-01-01',
};
const equal = {
  ...presentation,
  name: 'pricing/equal-arms',
  hypothesis: 'Equal arms sell the same.',
  arms: [
    { name: 'one', weight: 1, settings: {} },
    { name: 'other', weight: 1, settings: {} },
  ],
};
const expired = { ...presentation, name: 'pricing/long-ago', end: '2020-02-01' };
const later = { ...presentation, name: 'pricing/on-a-page', start: '2020-03-01' };

/** What a browser requests and draws of a page. */
interface Drawn {
  /** The requested files without versions and hashes, and those of them that block rendering. */
  readonly requests: readonly string[];
  readonly renderBlocking: readonly string[];
  /** The elements inside the body with their places and sizes, in order. */
  readonly elements: readonly string[];
}

/** A browser without scripts shows what was there at the first paint; one with scripts, all until the largest. */
const pagesToDraw = [
  { path: '/', javaScriptEnabled: false },
  { path: '/final', javaScriptEnabled: false },
  { path: '/final', javaScriptEnabled: true },
];

/** The quiz, which the offer loads when idle to send a lead that is still unsent. */
const quizScript = /\/remotes\/mfe-quiz\/.*\/remote\.\w+\.js$/;
const toastsScript = /\/toasts\.\w+\.js$/;

const fileName = (url: string) => new URL(url).pathname.replace(/^.*\/|\.\w{8}(?=\.)/g, '');

async function readDrawn(
  context: BrowserContext,
  { path, javaScriptEnabled }: (typeof pagesToDraw)[number],
): Promise<Drawn> {
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(fileName(request.url())));
  // The report of the view and the files of idle moments are the last requests. The browser never tells the end of the report,
  // which may outlive its page.
  const ends = (file: RegExp) => page.waitForEvent('requestfinished', (request) => file.test(request.url()));
  const last = javaScriptEnabled
    ? [page.waitForRequest('**/api/events'), ...[checkoutScript, quizScript, toastsScript].map(ends)]
    : [];
  await page.goto(path);
  await Promise.all(last);
  if (javaScriptEnabled) await expectWebFont(page);
  const { elements, blocking } = await page.evaluate(() => ({
    elements: [...document.body.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.tagName, x, y, width, height].join(' ');
    }),
    blocking: performance
      .getEntriesByType('resource')
      .filter((entry) => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking')
      .map(({ name }) => name),
  }));
  await page.close();
  return { requests: requests.sort(), renderBlocking: blocking.map(fileName).sort(), elements };
}

/** The same before the experiments were published. */
const withoutExperiments: Drawn[] = [];

test.beforeAll(async ({ browser, funnel }) => {
  for (const toDraw of pagesToDraw) {
    const { javaScriptEnabled } = toDraw;
    const context = await browser.newContext({ baseURL: funnel.url, javaScriptEnabled });
    withoutExperiments.push(await readDrawn(context, toDraw));
    await context.close();
  }
  const experiments = [presentation, equal, expired, later];
  const dir = relabelBuild('mfe-pricing', '901.5.0', { manifest: { experiments } });
  await release(funnel, 'publish', 'mfe-pricing', '--dir', dir);
  await release(funnel, 'promote', 'mfe-pricing@901.5.0');
});

async function readReport(funnel: Funnel, name: string): Promise<ExperimentReport> {
  const reports = await funnel.send('/api/reports/experiments');
  const report = Array.isArray(reports) ? reports.find((one) => Object(one).name === name) : undefined;
  if (!report) throw new Error(`no report of ${name}`);
  return report;
}

async function exposed(funnel: Funnel, name: string, arm: string): Promise<number> {
  const { arms } = await readReport(funnel, name);
  return arms.find((one) => one.name === arm)?.exposed ?? 0;
}

/** The arms on the rows of paid sessions in the service's database. */
const armsOfPurchases = (funnel: Funnel): unknown[] =>
  storedRows(funnel, `select arms from checkout_sessions where status = 'paid'`).map((row) =>
    JSON.parse(JSON.parse(row).arms),
  );

const presentationIn = (text: string) => /"checkoutPresentation":"(\w+)"/.exec(text)?.[1];

/** A browser in one of the arms, with its offer open. */
async function openOffer(
  browser: Browser,
  { url }: Funnel,
  arm: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  for (let visitor = 0; visitor < 200; visitor++) {
    const context = await browser.newContext({ baseURL: url, ...options });
    // Only the page that is kept reports a view, so that no other visit is exposed.
    const response = await context.request.get('/final');
    if (presentationIn(await response.text()) === arm) {
      const page = await context.newPage();
      await watchShifts(page);
      await page.goto('/final');
      return { context, page };
    }
    await context.close();
  }
  throw new Error(`none of 200 visitors got the arm ${arm}`);
}

for (const arm of ['page', 'dialog']) {
  test(`a visitor of the arm ${arm} keeps it over a reload, another tab and the payment, and is counted once`, async ({
    browser,
    funnel,
  }) => {
    const before = await exposed(funnel, presentation.name, arm);
    const { context, page } = await openOffer(browser, funnel, arm);
    await page.waitForFunction(hasTakenOver);
    await openApp(page, `/final?email=${arm}@example.com`);
    await page.reload();
    const tab = await context.newPage();
    await tab.goto('/final');
    expect(presentationIn(await tab.content())).toBe(arm);
    await tab.close();
    await page.waitForFunction(hasTakenOver);
    await expect.poll(() => exposed(funnel, presentation.name, arm)).toBe(before + 1);

    await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
    if (arm === 'page') await expect(page).toHaveURL('/checkout');
    else await expect(page).toHaveURL('/final');
    await pay(page, mouse, cards.good);
    await expect(heading(page, 'Payment Successful!')).toBeVisible();
    const { arms } = await readReport(funnel, presentation.name);
    expect(arms.find(({ name }) => name === arm)).toMatchObject({ exposed: before + 1, buyers: 1 });
    expect(armsOfPurchases(funnel)).toContainEqual({
      [presentation.name]: arm,
      [equal.name]: expect.stringMatching(/^(one|other)$/),
    });
    await context.close();
  });

  test(`a visitor without scripts gets the arm ${arm} in every page, and is not counted`, async ({
    browser,
    funnel,
  }) => {
    const before = await exposed(funnel, presentation.name, arm);
    const { context, page } = await openOffer(browser, funnel, arm, { javaScriptEnabled: false });
    for (const path of ['/final', '/', '/checkout']) {
      const response = await page.goto(path);
      expect(presentationIn((await response?.text()) ?? '')).toBe(arm);
    }
    expect(await exposed(funnel, presentation.name, arm)).toBe(before);
    await context.close();
  });

  test(`the pages of the arm ${arm} request and draw the same as without experiments`, async ({
    browser,
    funnel,
  }) => {
    for (const [index, toDraw] of pagesToDraw.entries()) {
      const { path, javaScriptEnabled } = toDraw;
      const { context } = await openOffer(browser, funnel, arm, { javaScriptEnabled });
      const drawn = await readDrawn(context, toDraw);
      expect(drawn, `${path} ${javaScriptEnabled ? 'with' : 'without'} scripts`).toEqual(
        withoutExperiments[index],
      );
      expect(drawn.elements.length).toBeGreaterThan(10);
      await context.close();
    }
  });

  test(`the offer of the arm ${arm} is painted without a shift`, async ({ browser, funnel }) => {
    const { context, page } = await openOffer(browser, funnel, arm);
    await page.waitForFunction(hasTakenOver);
    await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
    expect(await visibleShiftsOf(page)).toEqual([]);
    await context.close();
  });
}

test('two experiments and a canary divide visitors independently, and each visitor stays', async ({
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', '901.6.0');
  await release(funnel, 'promote', 'mfe-legal@901.6.0', '--canary', '50');
  const stable = Object(await funnel.send('/api/releases/status')).set?.id;
  const cells = new Map<string, number>();
  const visits = 320;
  for (let visit = 0; visit < visits; visit++) {
    const ip = `${visit < 160 ? 21 : 22}.${visit % 160}.0.7`;
    const first = await fetch(`${funnel.url}/final`, { headers: { 'x-forwarded-for': ip } });
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const read = (text: string) => `${presentationIn(text)} ${/"id":"(\w+)"/.exec(text)?.[1] === stable}`;
    const cell = read(await first.text());
    const again = await fetch(`${funnel.url}/checkout`, { headers: { cookie } });
    expect(read(await again.text())).toBe(cell);
    cells.set(cell, (cells.get(cell) ?? 0) + 1);
  }
  await release(funnel, 'canary', 'stop');
  const expected = visits / 4;
  const chiSquare = [...cells.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(cells.size).toBe(4);
  // The critical value with 3 degrees of freedom at 0.000001: the ids of the visits are random, and a run in a million fails by chance.
  // Two visitors of one arm for each of the other give 36.
  expect(chiSquare).toBeLessThan(30.665);
});

for (const [deviceName, device, width] of [
  ['mouse', mouse, 1280],
  ['mouse', mouse, 375],
  ['keyboard', keyboard, 768],
] as const) {
  test(`the console shows experiments as the service counts them, and records a decision, by ${deviceName} at ${width} px`, async ({
    page,
    funnel,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    for (let visit = 0; visit < 6; visit++) {
      const { report } = await simulateVisit(funnel);
      await report({ name: 'PageView', path: '/final' });
    }
    await signIn(page, funnel, device);
    await openView(page, 'Experiments', device);
    const counted = await readReport(funnel, equal.name);
    const panel = page.getByRole('region', { name: equal.name, exact: true });
    for (const { name, exposed: count } of counted.arms)
      await expect(panel.getByRole('row', { name }).getByRole('cell').first()).toContainText(String(count));
    await expect(panel).toContainText(counted.verdict);
    await expect(panel).toContainText('The visitors are divided as the weights say.');
    await expect(page.getByRole('region', { name: expired.name })).toContainText('has ended and is off');
    await expect(page.getByRole('region', { name: later.name })).toContainText(
      `It replaces the same setting as ${presentation.name}, which runs and started earlier.`,
    );

    await device.press(panel.getByRole('button', { name: 'Decide…' }));
    const form = dialog(page, `Decide about ${equal.name}`);
    await device.press(form.getByRole('button', { name: 'Record the decision' }));
    await expect(form).toContainText('Say why, in at most 500 characters.');
    const why = `Simpler, seen at ${width} px.`;
    await write(form.getByLabel('Why'), device, why);
    await waitForIdle(page);
    expect(await violationsOf(page)).toEqual([]);
    await device.press(button(page, 'Record the decision'));
    await expect(statusMessage(page, 'The decision to keep one is recorded.')).toBeVisible();
    await expect(panel).toContainText(`Keep one ${why}`);
    expect((await readReport(funnel, equal.name)).decisions[0]).toMatchObject({ arm: 'one', why });
    await waitForIdle(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });
}

test('records the arm that the operator chooses, and starts the next decision without a reason', async ({
  page,
  funnel,
}) => {
  const { report } = await simulateVisit(funnel);
  await report({ name: 'PageView', path: '/final' });
  await signIn(page, funnel, mouse);
  await openView(page, 'Experiments', mouse);
  const decide = page
    .getByRole('region', { name: equal.name, exact: true })
    .getByRole('button', { name: 'Decide…' });
  await decide.click();
  const form = dialog(page, `Decide about ${equal.name}`);
  await form.getByRole('radio', { name: 'other', exact: true }).check();
  await form.getByLabel('Why').fill('It is the new one.');
  await button(page, 'Record the decision').click();
  await expect(statusMessage(page, 'The decision to keep other is recorded.')).toBeVisible();
  expect((await readReport(funnel, equal.name)).decisions[0]).toMatchObject({
    arm: 'other',
    why: 'It is the new one.',
  });
  await decide.click();
  await expect(form.getByLabel('Why')).toHaveValue('');
});
