import type { Page, Route } from '@playwright/test';

import { buildEdited, release } from './support/builds.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';

/** What can go wrong with a published file on its way to the visitor. */
const faults: readonly { name: string; file: RegExp; answer: (route: Route) => Promise<void> }[] = [
  { name: 'entry 404', file: /remoteEntry\.js$/, answer: (route) => route.fulfill({ status: 404, body: 'not found' }) },
  { name: 'chunk 404', file: /\/remote\.\w+\.js$/, answer: (route) => route.fulfill({ status: 404, body: 'not found' }) },
  { name: 'style 404', file: /\.css$/, answer: (route) => route.fulfill({ status: 404, body: 'not found' }) },
  { name: 'entry hanging', file: /remoteEntry\.js$/, answer: () => Promise.resolve() },
  { name: 'chunk hanging', file: /\/remote\.\w+\.js$/, answer: () => Promise.resolve() },
  { name: 'a flipped byte in the entry', file: /remoteEntry\.js$/, answer: flipByte },
  { name: 'a flipped byte in the chunk', file: /\/remote\.\w+\.js$/, answer: flipByte },
  { name: 'a flipped byte in the style', file: /\.css$/, answer: flipByte },
  {
    name: 'a page of HTML instead of the script',
    file: /remoteEntry\.js$/,
    answer: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><h1>Sign in</h1>' }),
  },
];

async function flipByte(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.body();
  body[body.length - 2] = (body[body.length - 2] ?? 0) ^ 1;
  await route.fulfill({ response, body });
}

/** Takes the hashes of a version's files out of the release set in the page. */
const withoutHashes = (path: string) => async (route: Route) => {
  const response = await route.fetch();
  const html = (await response.text()).replaceAll(new RegExp(`"(${path}[^"]*)":"sha384-[^"]*",?`, 'g'), '').replaceAll(',}', '}');
  await route.fulfill({ response, body: html });
};

/** Within this time a visitor sees the screen in some version, or a panel that says what to do. */
const patience = { timeout: 6000 };
const panel = (page: Page) => heading(page, 'This page could not be loaded');
const offer = (page: Page) => heading(page, 'Your personalized trading plan');

test.describe('a remote with no version before it', () => {
  for (const { name, file, answer } of faults) {
    test(`${name}: a readable panel, and trying again works`, async ({ page }) => {
      await page.route(file, (route) => (route.request().url().includes('/remotes/mfe-pricing/') ? answer(route) : route.continue()));
      await page.goto('/final', { waitUntil: 'commit' });
      await expect(panel(page)).toBeVisible(patience);

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(offer(page)).toBeVisible(patience);
    });
  }

  test('missing hash: its files are refused, and only its', async ({ page }) => {
    await page.route(/\/final$/, withoutHashes('/remotes/mfe-pricing/'));
    await page.goto('/final', { waitUntil: 'commit' });
    await expect(panel(page)).toBeVisible(patience);

    await page.unrouteAll();
    await page.goto('/step-1');
    await expect(heading(page, 'How old are you?')).toBeVisible();
  });
});

test.describe('a remote with a good version before it', () => {
  test.use({ serviceEnv: { LOG_LEVEL: 'silent' } });
  const newer = '1.0.1';

  test.beforeAll(async ({ funnel }) => {
    test.setTimeout(120_000);
    const dir = await buildEdited('mfe-pricing', newer);
    await release(funnel, 'publish', 'mfe-pricing', '--dir', dir);
    await release(funnel, 'promote', `mfe-pricing@${newer}`);
  });

  for (const { name, file, answer } of faults) {
    test(`${name}: the version before it`, async ({ page }) => {
      const loaded: string[] = [];
      page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname));
      await page.route(file, (route) => (route.request().url().includes(`/mfe-pricing/${newer}/`) ? answer(route) : route.continue()));
      await page.goto('/final', { waitUntil: 'commit' });
      await expect(offer(page)).toBeVisible(patience);
      expect(loaded.some((path) => /^\/remotes\/mfe-pricing\/1\.0\.0.*remoteEntry\.js$/.test(path))).toBe(true);
    });
  }

  test('missing hash: the version before it', async ({ page }) => {
    await page.route(/\/final$/, withoutHashes(`/remotes/mfe-pricing/${newer}/`));
    await page.goto('/final', { waitUntil: 'commit' });
    await expect(offer(page)).toBeVisible(patience);
  });
});
