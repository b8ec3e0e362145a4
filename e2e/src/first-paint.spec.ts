import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';

import { freePort } from '@funnel/service-kit/http/free-port';
import type { Page, Route } from '@playwright/test';

import { collectEvents } from './support/events.ts';
import { recoveryTimeout } from './support/faults.ts';
import { expect, test } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { heading } from './support/journey.ts';
import { hasTakenOver, openWithLastFile } from './support/open-app.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { expectToast } from './support/toasts.ts';

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });

/** Keeps the script of the shell from arriving. The returned function answers the request for it. */
const holdShellScript = (page: Page, answer: (route: Route) => Promise<void>) =>
  holdRequests(page, /\/assets\/.*\/shell\.\w+\.js$/, answer);

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('the first screen is readable, and its answer leads to the next one', async ({ page }) => {
    await page.goto('/');
    await expect(heading(page, '28-Day Trading Challenge')).toBeVisible();
    await expect(page.getByText('Have you ever traded before?')).toBeVisible();
    await page.getByRole('button', { name: 'YES' }).click();
    await expect(page).toHaveURL(/\/step-1\?/);
    await expect(heading(page, 'How old are you?')).toBeVisible();
  });

  test('a page that needs scripts says so, and offers to load it again', async ({ page }) => {
    await page.goto('/stats-slide?utm_source=mail');
    await expect(heading(page, 'This page has not loaded yet')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('Loading');
    await expect(
      page.getByText('Please turn on JavaScript, check your connection and load the page again'),
    ).toBeVisible();
    const request = page.waitForRequest(/\/stats-slide\?utm_source=mail$/);
    await page.getByRole('link', { name: 'Load the page again' }).click();
    await request;
  });
});

for (const { path, language, words } of [
  {
    path: '/stats-slide',
    language: 'en',
    words: 'Please turn on JavaScript, check your connection and load the page again',
  },
  { path: '/final', language: 'de', words: 'laden Sie die Seite neu' },
  {
    path: '/unknown',
    language: 'en',
    words: 'Please turn on JavaScript, check your connection and load the page again',
  },
]) {
  test(`${path} says in ${language} what to do if no script arrives, and only then`, async ({ page }) => {
    const arrive = await holdShellScript(page, (route) => route.continue());
    await page.goto(`${path}?lang=${language}`, { waitUntil: 'commit' });
    const message = page.getByRole('main').getByText(words);
    await message.waitFor({ state: 'attached' });
    await expect(message).toBeHidden();
    await expect(message).toBeVisible();
    arrive();
    await page.waitForFunction(hasTakenOver);
    await expect(message).toHaveCount(0);
  });
}

for (const { language, words } of [
  { language: 'en', words: 'Step 4 of 17' },
  { language: 'de', words: 'Schritt 4 von 17' },
]) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
      test.use({ javaScriptEnabled });

      test(`the counter is shown as numbers and read in words, in ${language}`, async ({ page }) => {
        await page.goto(`/step-4?lang=${language}`);
        if (javaScriptEnabled) await page.waitForFunction(hasTakenOver);
        const bar = page.getByRole('banner');
        await expect(bar).toMatchAriaSnapshot(`- banner:\n  - text: ${words}`);
        await expect(bar.getByText('4 / 17')).toBeVisible();
      });
    });
  }
}

test('the start loads seven files', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.replace(/^.*\/|\.\w{8}(?=\.)/g, '');
    if (['document', 'script', 'stylesheet', 'font'].includes(request.resourceType())) files.push(name);
  });
  await openWithLastFile(page);
  await expect.poll(() => files).toHaveLength(7);
});

test('a page whose code of toasts does not load works, and loads it with the next message', async ({
  page,
}) => {
  const isCode = /\/toasts\.\w+\.js$/;
  await page.route(isCode, (route) => route.abort());
  await page.goto('/step-17');
  await continueButton(page).click();
  await expect(page.getByText('Please enter your email address to continue')).toBeVisible();
  await page.unroute(isCode);
  await page.getByRole('textbox', { name: 'Your email address' }).fill('incomplete@');
  await continueButton(page).click();
  await expectToast(page, 'Invalid email', 'Please enter a valid email address');
});

test('a document that arrives slowly, element by element, does not move', async ({ page, funnel }) => {
  const document = await (await fetch(`${funnel.url}/step-16`)).text();
  const elements = document.split(/(?=<(?:header|main|section|div|h1|form)\b)/);
  expect(elements.length).toBeGreaterThan(10);
  async function* slowly() {
    for (const element of elements) {
      yield element;
      // The network's time between two packets; several frames are painted in it.
      await after(100);
    }
  }
  const network = createServer((request, response) => {
    if (request.url !== '/step-16') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    Readable.from(slowly()).pipe(response);
  });
  const port = await freePort();
  network.listen(port, '127.0.0.1');
  await once(network, 'listening');
  await watchShifts(page);

  await page.goto(`http://127.0.0.1:${port}/step-16`);

  await expect(
    heading(page, 'How much time are you willing to dedicate to achieve your goal?'),
  ).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
  network.close();
});

test('a tap on YES before the scripts have loaded is not lost', async ({ page }) => {
  const release = await holdRequests(page, /\.js$/, (route) => route.continue().catch(() => undefined));
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'YES' }).click();
  await expect(page).toHaveURL(/\/step-1\?/);
  release();

  await expect(page).toHaveURL('/step-1');
  const answers = () => page.evaluate(() => localStorage.getItem('quizAnswers'));
  await expect.poll(answers).toBe('{"Trading Experience":"YES"}');
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(page).toHaveURL('/stats-slide');
});

test('a tap on YES before the scripts have loaded loses no email of the link', async ({ page }) => {
  const release = await holdRequests(page, /\.js$/, (route) => route.continue().catch(() => undefined));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('/?email=tapped@example.com', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'YES' }).click();
  await expect(page.getByRole('button', { name: 'YES' })).toHaveAttribute('aria-busy', 'true');
  release();

  await expect(page).toHaveURL('/step-1');
  const stored = () => page.evaluate(() => ({ ...localStorage }));
  await expect
    .poll(stored)
    .toEqual({ email: 'tapped@example.com', quizAnswers: '{"Trading Experience":"YES"}' });
  expect(requested.filter((url) => url.includes('tapped'))).toHaveLength(1);
});

/** Damages what the shell reads first, so that it runs and cannot start. */
const preventStart = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('readystatechange', () => {
      const set = document.getElementById('release-set');
      if (document.readyState === 'interactive' && set) set.textContent = '{';
    }),
  );

test('a tap on YES leads on with an email in the link if the shell cannot start', async ({ page }) => {
  await preventStart(page);
  await page.goto('/?email=tapped@example.com');
  const yes = page.getByRole('button', { name: 'YES' });
  await expect(yes).toHaveAttribute('type', 'submit');
  await yes.click();
  await expect(page).toHaveURL('/step-1?traded=YES');
});

test('a tap on YES leads on with an email in the link if the script of the shell never arrives', async ({
  page,
}) => {
  const answerFile = await holdShellScript(page, (route) => route.abort());
  await page.goto('/?email=tapped@example.com', { waitUntil: 'commit' });
  const yes = page.getByRole('button', { name: 'YES' });
  await yes.click();
  await expect(yes).toHaveAttribute('aria-busy', 'true');
  answerFile();
  await expect(yes).not.toHaveAttribute('aria-busy');
  await yes.click();
  await expect(page).toHaveURL('/step-1?traded=YES');
});

test('focus and typed text survive the takeover', async ({ page }) => {
  const release = await holdRequests(page, /\.js$/);
  await page.goto('/step-17', { waitUntil: 'commit' });
  const field = page.getByRole('textbox', { name: 'Your email address' });
  await field.pressSequentially('early@example.com');
  release();
  await page.waitForFunction(hasTakenOver);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('early@example.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/final');
});

/** Opens a screen whose shell runs and whose remote waits. Returns the function that lets the remote arrive. */
async function openBeforeRemote(page: Page, path: string): Promise<() => void> {
  const release = await holdRequests(page, /\/remotes\/.*\.js$/, (route) =>
    route.continue().catch(() => undefined),
  );
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return release;
}

test('an email given before the remote has loaded is sent when it has', async ({ page, funnel }) => {
  const release = await openBeforeRemote(page, '/step-17');
  await page.getByRole('textbox', { name: 'Your email address' }).fill('held@example.com');
  await continueButton(page).click();
  await expect(continueButton(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page).toHaveURL('/final');
  await expect.poll(() => JSON.stringify(funnel.leads.deliveries)).toContain('held@example.com');
});

test('answers given before the remote has loaded are recorded', async ({ page }) => {
  const answers = async () => {
    const stored = await page.evaluate(() => localStorage.getItem('quizAnswers'));
    return JSON.parse(stored ?? '{}');
  };
  const releaseChoice = await openBeforeRemote(page, '/step-1');
  await page.getByRole('button', { name: '25-34' }).click();
  releaseChoice();
  await expect(page).toHaveURL('/stats-slide');
  await expect.poll(answers).toEqual({ Age: '25-34' });

  const releaseBoxes = await openBeforeRemote(page, '/step-10');
  const boxes = page.getByRole('checkbox');
  await boxes.first().check();
  releaseBoxes();
  await expect(page.getByRole('button', { name: 'NEXT STEP' })).toBeEnabled();
  await expect(boxes.first()).toBeChecked();
});

for (const { when, arrives } of [
  { when: 'before any script has arrived is carried out later', arrives: true },
  { when: 'leads on as without scripts if the script of the shell never arrives', arrives: false },
]) {
  test(`a press ${when}`, async ({ page }) => {
    const answerFile = await holdShellScript(page, (route) => (arrives ? route.continue() : route.abort()));
    await page.goto('/step-1?traded=YES', { waitUntil: 'commit' });
    const answer = (name: string) => page.getByRole('button', { name });
    await answer('18-24').click();
    await answer('25-34').click();
    await expect(answer('25-34')).toHaveAttribute('aria-busy', 'true');
    await expect(answer('18-24')).not.toHaveAttribute('aria-busy');
    answerFile();
    if (!arrives) {
      await expect(answer('25-34')).not.toHaveAttribute('aria-busy');
      await answer('25-34').click();
    }
    await expect(page).toHaveURL(/\/stats-slide\??$/);
    const answers = () => page.evaluate(() => localStorage.getItem('quizAnswers'));
    await expect.poll(answers).toBe(arrives ? '{"Trading Experience":"YES","Age":"25-34"}' : null);
  });
}

test('a press before the shell has arrived is carried out, although another script throws meanwhile', async ({
  page,
}) => {
  const answerFile = await holdShellScript(page, (route) => route.continue());
  await page.goto('/step-1', { waitUntil: 'commit' });
  const answer = page.getByRole('button', { name: '25-34' });
  await answer.click();
  await expect(answer).toHaveAttribute('aria-busy', 'true');
  // As an app does that shows the page in a view of its own.
  const thrown = page.waitForEvent('pageerror');
  await page.evaluate(() => void setTimeout(() => Object('no function')(), 0));
  await thrown;
  await expect(answer).toHaveAttribute('aria-busy', 'true');
  answerFile();
  await expect(page).toHaveURL('/stats-slide');
  const answers = () => page.evaluate(() => localStorage.getItem('quizAnswers'));
  await expect.poll(answers).toBe('{"Age":"25-34"}');
});

test('a press on the prerendered email screen shows a message if the scripts cannot carry it out', async ({
  page,
}) => {
  await page.route(/\/remotes\/.*\.js$/, (route) => route.fulfill({ status: 404, body: 'not found' }));
  await page.goto('/step-17');
  await expect(heading(page, 'This page could not be loaded')).toBeVisible(recoveryTimeout);

  await preventStart(page);
  await page.goto('/step-17');
  await expect(page.getByRole('textbox', { name: 'Your email address' })).toBeVisible();
  await continueButton(page).click();
  await expect(heading(page, 'Unexpected Application Error!')).toBeVisible();
});

test('a page whose web font does not load works, and reports no failure', async ({ page }) => {
  const events = collectEvents(page);
  const font = /\.woff2$/;
  const missing = page.waitForEvent('requestfailed', (request) => font.test(request.url()));
  await page.route(font, (route) => route.abort());
  await page.goto('/');
  await missing;
  await page.getByRole('button', { name: 'YES' }).click();
  await expect(heading(page, 'How old are you?')).toBeVisible();
  await expect.poll(() => events.map(({ path }) => path)).toContain('/step-1');
  expect(events.filter(({ name }) => name.endsWith('Failed'))).toEqual([]);
});

test('a page that the browser renders in advance starts when the visitor opens it', async ({ page }) => {
  await page.addInitScript(() => {
    let prerendering = true;
    Object.defineProperty(document, 'prerendering', { get: () => prerendering });
    document.addEventListener('prerenderingchange', () => (prerendering = false), { capture: true });
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await page.evaluate(hasTakenOver)).toBe(false);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await page.waitForFunction(hasTakenOver);
});
