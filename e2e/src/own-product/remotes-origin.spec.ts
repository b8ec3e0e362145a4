import type { BrowserContext } from '@playwright/test';

import { collectEvents } from '../support/events.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { heading } from '../support/journey.ts';
import { finishShortJourney } from '../support/short-journey.ts';

const cdn = 'https://cdn.example.com';

test.use({ productName: 'remotes behind a CDN', serviceEnv: { REMOTES_ORIGIN: cdn } });

/** A CDN that takes what it has not from the service. Returns the paths that browsers requested, and changes what it sends. */
async function startCdn(
  context: BrowserContext,
  { url }: Funnel,
  change: (body: string) => string = (body) => body,
): Promise<readonly string[]> {
  const requested: string[] = [];
  await context.route(`${cdn}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    requested.push(pathname);
    const response = await fetch(`${url}${pathname}`);
    const headers = Object.fromEntries(response.headers);
    delete headers['content-encoding'];
    delete headers['content-length'];
    await route.fulfill({ status: response.status, headers, body: change(await response.text()) });
  });
  return requested;
}

test('a visitor buys while every file of a remote comes from the CDN, and everything else from the service', async ({
  page,
  context,
  funnel,
  console,
}) => {
  const fromCdn = await startCdn(context, funnel);
  const fromService: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === new URL(funnel.url).origin) fromService.push(pathname);
  });
  await finishShortJourney(page, 'cdn@example.com', { timeout: 10_000 });
  const remotes = new Set(fromCdn.map((path) => path.split('/').slice(1, 3).join('/')));
  expect([...remotes].toSorted()).toEqual([
    'remotes/mfe-checkout',
    'remotes/mfe-legal',
    'remotes/mfe-pricing',
    'remotes/mfe-quiz',
  ]);
  expect(fromService.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
  expect(console.filter((line) => /^(error|pageerror)/.test(line))).toEqual([]);
});

test('a file that the CDN has changed never runs', async ({ page, context, funnel }) => {
  await startCdn(context, funnel, (body) => `document.documentElement.dataset.ran = 'yes';${body}`);
  await page.goto('/final');
  await expect(heading(page, 'This page could not be loaded')).toBeVisible({ timeout: 20_000 });
  expect(await page.locator(':root[data-ran]').count()).toBe(0);
});

test('an uncaught error in a file of the CDN is reported as one of its version', async ({
  page,
  context,
  funnel,
}) => {
  await startCdn(context, funnel);
  const events = collectEvents(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'YES' }).click();
  await expect(heading(page, 'How old are you?')).toBeVisible();
  await page.evaluate((filename) => {
    const place = { filename, lineno: 1, colno: 2345 };
    dispatchEvent(new ErrorEvent('error', { ...place, error: 'a value that is no error' }));
  }, `${cdn}/remotes/mfe-quiz/7.8.9/remote.1a2b3c4d.js`);
  await expect.poll(() => events.filter(({ name }) => name === 'ScriptFailed')).toHaveLength(1);
  expect(events.find(({ name }) => name === 'ScriptFailed')).toMatchObject({
    detail: 'unknown /remotes/mfe-quiz/7.8.9/remote.1a2b3c4d.js:1:2345',
    remote: 'mfe-quiz',
    version: '7.8.9',
  });
});
