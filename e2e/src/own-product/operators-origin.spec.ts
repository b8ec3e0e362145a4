import type { BrowserContext, Page } from '@playwright/test';

import { button, openConsole, openView } from '../support/console.ts';
import { publishAs, release } from '../support/builds.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { mouse } from '../support/journey.ts';

test.use({ productName: 'a product with a hostile remote' });

const version = '901.1.0';

/** The attempts of a hostile script in a visitors' page against the operators' listener. It runs in the page. */
async function attack(operatorsUrl: string) {
  const outcome = async (name: string, attempt: () => Promise<unknown>) =>
    attempt().then(
      (result) => `${name}: ${String(result)}`,
      () => `${name}: blocked`,
    );
  const read = async (path: string) =>
    (await fetch(`${operatorsUrl}${path}`, { credentials: 'include' })).text();
  const write = (path: string, init: RequestInit) =>
    fetch(`${operatorsUrl}${path}`, { method: 'POST', credentials: 'include', ...init });
  const json = { 'content-type': 'application/json' };

  const frame = document.createElement('iframe');
  frame.src = operatorsUrl;
  document.body.append(frame);
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    frame.addEventListener('error', resolve, { once: true });
  });
  return Promise.all([
    outcome('read leads', () => read('/api/reports/leads.csv')),
    outcome('read status', () => read('/api/releases/status')),
    outcome('read metrics', () => read('/metrics')),
    outcome(
      'roll back',
      async () => (await write('/api/releases/rollbacks', { headers: json, body: '{}' })).type,
    ),
    outcome('frame', async () => frame.contentDocument?.body.innerText ?? Promise.reject(new Error('none'))),
    // The browser sends these but hides their responses. The test checks their effect afterwards.
    outcome('blind roll back', async () => {
      const init: RequestInit = { mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{}' };
      return (await write('/api/releases/rollbacks', init)).type;
    }),
    outcome('blind token', async () => {
      const body = JSON.stringify({ name: 'mallory', preset: 'admin', days: 365 });
      return (await write('/api/operator/tokens', { mode: 'no-cors', body })).type;
    }),
  ]);
}

/** Sends a form to the operators' listener. Browsers send cross-origin forms without a preflight. */
async function submitForm(page: Page, operatorsUrl: string): Promise<number> {
  const answered = page.waitForResponse((response) => response.url().startsWith(operatorsUrl));
  await page.evaluate((url) => {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = `${url}/api/releases/rollbacks`;
    document.body.append(form);
    form.submit();
  }, operatorsUrl);
  return (await answered).status();
}

async function operatorsState(funnel: Funnel): Promise<unknown> {
  return {
    audit: await funnel.send('/api/releases/audit'),
    tokens: Object(await funnel.send('/api/operator/tokens')).tokens.length,
  };
}

/** The number of responses with status 401 or 403. */
async function rejections({ operatorsUrl, operatorToken }: Funnel): Promise<number> {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const text = await (await fetch(`${operatorsUrl}/metrics`, { headers })).text();
  const counts = text.matchAll(/^http_request_duration_seconds_count\{[^}]*status="40[13]"[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Runs the attacks from each kind of page in a browser in which an operator is signed in. */
async function attackFrom(context: BrowserContext, url: string, funnel: Funnel): Promise<void> {
  const { operatorsUrl } = funnel;
  const page = await context.newPage();
  const before = await rejections(funnel);
  await page.goto(url);
  const outcomes = await page.evaluate(attack, operatorsUrl);
  expect(outcomes).toEqual([
    'read leads: blocked',
    'read status: blocked',
    'read metrics: blocked',
    'roll back: blocked',
    'frame: blocked',
    'blind roll back: blocked',
    'blind token: blocked',
  ]);
  expect([401, 403]).toContain(await submitForm(page, operatorsUrl));
  // The requests reached the service, which rejected them.
  expect((await rejections(funnel)) - before).toBeGreaterThanOrEqual(3);
  await page.close();
}

test('a script in a visitors’ page can neither read nor change anything in the console of the same browser', async ({
  browser,
  funnel,
}) => {
  await publishAs(funnel, 'mfe-legal', version);
  // The page's own policy is removed, because it would block these requests before they are sent.
  const context = await browser.newContext({ bypassCSP: true });
  const operator = await context.newPage();
  await openConsole(operator, funnel);
  await openView(operator, 'Versions', mouse);
  await button(operator, `Preview link mfe-legal ${version}`).click();
  const preview = await operator.getByLabel('Preview link', { exact: true }).inputValue();
  const before = await operatorsState(funnel);

  await attackFrom(context, funnel.url, funnel);
  await attackFrom(context, preview, funnel);
  // The visitors' port under the console's host name: browsers attach the session cookie there too.
  await attackFrom(context, `http://127.0.0.1:${new URL(funnel.url).port}/`, funnel);

  expect(await operatorsState(funnel)).toEqual(before);
  await operator.reload();
  await expect(operator.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible();
  await context.close();
});

test('the pages’ own policy blocks the same script before anything is sent', async ({ browser, funnel }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('response', (response) => sent.push(response.url()));
  await page.goto(funnel.url);
  const blocked = await page.evaluate(async (url) => {
    const attempts = [fetch(`${url}/api/releases/status`), fetch(url, { mode: 'no-cors' })];
    return (await Promise.allSettled(attempts)).map(({ status }) => status);
  }, funnel.operatorsUrl);
  expect(blocked).toEqual(['rejected', 'rejected']);
  expect(sent.filter((url) => url.startsWith(funnel.operatorsUrl))).toEqual([]);
  await context.close();
});

test('the console shows markup from others as text', async ({ page, funnel }) => {
  const markup = '<img src=x onerror="document.title=1">';
  await publishAs(funnel, 'mfe-legal', '901.2.0');
  await release(funnel, 'promote', 'mfe-legal@901.2.0', '--note', markup);
  await openConsole(page, funnel);
  await openView(page, 'History', mouse);
  await expect(page.getByText(markup)).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
  await expect(page).toHaveTitle(/Console$/);
  await release(funnel, 'rollback');
});
