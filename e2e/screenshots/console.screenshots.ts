import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { inRoot } from '@funnel/build/repository';

import { publishAs, release } from '../src/support/builds.ts';
import { button, consoleViews, openView, waitForIdle, signIn } from '../src/support/console.ts';
import { expect, test, type Funnel } from '../src/support/funnel.ts';
import { mouse } from '../src/support/journey.ts';
import { leaveLead } from '../src/support/submit-lead.ts';
import { simulateVisit } from '../src/support/visits.ts';

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
    const { cookies, report } = await simulateVisit(
      funnel,
      visitor % 3 === 0 ? '/?utm_source=newsletter' : '/?utm_source=google',
    );
    const end = paths.findIndex((path, index) => index > 0 && !continuesFrom(path, index, visitor));
    const seen = end === -1 ? paths : paths.slice(0, end);
    const lcp = { name: 'WebVital', detail: 'LCP', measure: 1100 + ((visitor * 37) % 900) };
    const failed = visitor % 97 === 5 ? [{ name: 'ResourceFailed', remote: 'mfe-quiz', version }] : [];
    await report(lcp, ...failed, ...seen.map((path) => ({ name: 'PageView', path })));
    if (!seen.includes('/final')) continue;
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const email = `visitor-${visitor}@example.com`;
    await leaveLead(funnel.url, email, cookie);
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

test('screenshots of the console for the guides', async ({ page, funnel }) => {
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
