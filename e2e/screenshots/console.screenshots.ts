import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { inRoot } from '@funnel/build/repository';
import type { BrowserContextOptions } from '@playwright/test';

import { publishAs, release } from '../src/support/builds.ts';
import { button, consoleViews, openView, waitForIdle, signIn } from '../src/support/console.ts';
import { expect, test, type Funnel } from '../src/support/funnel.ts';
import { mouse } from '../src/support/journey.ts';
import { submitLead } from '../src/support/submit-lead.ts';
import { simulateVisit } from '../src/support/visits.ts';
import { picturesFolder, sizes, writeSheet } from './sheet.ts';

const version = '1.1.0';

/** One of this many visitors leaves at the screen: one of three at `/step-17`. At all other screens it is one of forty. */
const visitorsPerExit: Readonly<Record<string, number>> = {
  '/step-17': 3,
  '/checkout': 2,
  '/payment-success': 4,
};

/** Whether a visitor continues from a screen. It uses no random numbers, so every run draws the same charts. */
const continuesFrom = (path: string, index: number, visitor: number) =>
  (visitor * 7919 + index * 104729) % (visitorsPerExit[path] ?? 40) !== 1;

/** Opens a checkout session, and pays it as the payment form does. */
async function buy(funnel: Funnel, email: string, cookie: string): Promise<void> {
  const post = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json', cookie };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const order = { planId: 'plan2', email, attemptId: randomUUID() };
  const { clientSecret } = await post(`${funnel.url}/api/create-checkout`, order);
  const card = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' };
  const publishableKey = 'pk_test_sandbox';
  await post(`${funnel.sandbox?.url}/form/pay`, { clientSecret, publishableKey, ...card });
}

/**
 * Simulates visitors of both sets. They leave at different screens, some submit an email and buy, and a few report a failure.
 * Returns the number of those who buy.
 */
async function simulateVisits(funnel: Funnel): Promise<number> {
  let buyers = 0;
  const { stable } = Object(await funnel.send('/api/releases/analytics'));
  const paths: string[] = stable.steps.map(({ path }: { path: string }) => path);
  for (let visitor = 0; visitor < 400; visitor++) {
    const { cookies, report, set } = await simulateVisit(
      funnel,
      visitor % 3 === 0 ? '/?utm_source=newsletter' : '/?utm_source=google',
    );
    const end = paths.findIndex((path, index) => index > 0 && !continuesFrom(path, index, visitor));
    const seen = end === -1 ? paths : paths.slice(0, end);
    const lcp = { name: 'WebVital', detail: 'LCP', measure: 1100 + ((visitor * 37) % 900) };
    await report(lcp);
    if (visitor % 97 === 5) {
      const remote = set.remotes.find(({ name }) => name === 'mfe-quiz');
      await report({ name: 'ResourceFailed', remote: remote?.name, version: remote?.version });
    }
    // One after the other: the reports put the page views in the order in which they are received.
    for (const path of seen) await report({ name: 'PageView', path });
    if (!seen.includes('/final')) continue;
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const email = `visitor-${visitor}@example.com`;
    await submitLead(funnel.url, email, cookie);
    if (!seen.includes('/payment-success')) continue;
    await buy(funnel, email, cookie);
    buyers++;
  }
  return buyers;
}

async function countPurchases(funnel: Funnel): Promise<number> {
  const { stable, canary } = Object(await funnel.send('/api/releases/analytics'));
  return stable.purchases.count + canary.purchases.count;
}

/** Publishes a canary, and simulates visits of both sets. */
async function fillConsole(funnel: Funnel): Promise<void> {
  await publishAs(funnel, 'mfe-quiz', version);
  await release(
    funnel,
    'promote',
    `mfe-quiz@${version}`,
    '--canary',
    '30',
    '--note',
    'Shorter text in the first question',
  );
  const buyers = await simulateVisits(funnel);
  await expect.poll(() => countPurchases(funnel)).toBe(buyers);
}

test.beforeAll(({ funnel }) => fillConsole(funnel));

test('screenshots of the console for the guides', async ({ page, funnel }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1120, height: 760 });
  await signIn(page, funnel, mouse);
  for (const view of consoleViews) {
    await openView(page, view, mouse);
    await waitForIdle(page);
    await page.screenshot({
      path: join(inRoot('docs/screenshots'), `console-${view.toLowerCase()}.png`),
      fullPage: view === 'Overview',
    });
  }
  await openView(page, 'Reports', mouse);
  await page.getByLabel('Compare', { exact: true }).selectOption('Two sources');
  await page
    .getByRole('link', { name: /^Funnel of .* as CSV$/ })
    .first()
    .waitFor();
  await waitForIdle(page);
  await page
    .getByRole('region', { name: 'Funnel' })
    .screenshot({ path: join(inRoot('docs/screenshots'), 'console-funnel-compared.png') });
  await openView(page, 'Overview', mouse);
  await button(page, 'Increase traffic…').click();
  await page.getByRole('dialog').getByText('are in the funnel').first().waitFor();
  await page.screenshot({ path: join(inRoot('docs/screenshots'), 'console-increase-traffic.png') });
});

const appearances: readonly { readonly name: string; readonly options: BrowserContextOptions }[] = [
  { name: 'console-light', options: { colorScheme: 'light' } },
  { name: 'console-dark', options: { colorScheme: 'dark' } },
  { name: 'console-forced-colors', options: { forcedColors: 'active' } },
];

test('contact sheets of the console', async ({ browser, funnel }) => {
  for (const { name, options } of appearances) {
    const folder = join(picturesFolder, name);
    mkdirSync(folder, { recursive: true });
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    await signIn(page, funnel, mouse);
    for (const size of sizes) {
      const screenshots = [];
      for (const view of consoleViews) {
        await page.setViewportSize(size);
        await openView(page, view, mouse);
        await waitForIdle(page);
        const file = join(folder, `${view.toLowerCase()}-${size.width}.png`);
        await page.screenshot({ path: file, fullPage: true });
        const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
        screenshots.push({ file, caption: view, windows: Math.ceil(pageHeight / size.height) });
      }
      const path = join(picturesFolder, `contact-sheet-${name}-${size.width}.png`);
      await writeSheet(browser, { path, size, screenshots });
    }
    await context.close();
  }
});
