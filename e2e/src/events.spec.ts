import type { Page } from '@playwright/test';

import { collectEvents } from './support/events.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { stopClock } from './support/open-app.ts';
import { posted } from './support/posted.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Continue' });
const setIdOf = (page: Page) =>
  page.evaluate(
    (): unknown => Object(JSON.parse(document.getElementById('release-set')?.textContent ?? '{}')).id,
  );

test('the view of a screen is sent before what the visitor asks for there', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(`${new URL(request.url()).pathname} ${request.postData()}`);
  });
  await page.goto('/final?email=quick@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  const indexOf = (path: string, text: string) =>
    sent.findIndex((request) => request.startsWith(path) && request.includes(text));
  await expect.poll(() => indexOf('/api/create-checkout', 'quick@example.com')).toBeGreaterThan(-1);
  const seen = indexOf('/api/events', '"path":"/final"');
  expect(seen).toBeGreaterThan(-1);
  expect(seen).toBeLessThan(indexOf('/api/create-checkout', ''));
});

test('a reload reports only the page view again, and events that cannot be reported are logged', async ({
  page,
  console,
}) => {
  const batches = posted(page, '/api/events');
  const names = () =>
    batches.flatMap((batch): { name: string }[] => Object(batch).events).map((event) => event.name);
  const count = (name: string) => names().filter((other) => other === name).length;
  await page.goto('/info-3');
  await expect.poll(names).toEqual(['PageView', 'ViewContent']);
  await page.reload();
  await expect.poll(() => count('PageView')).toBe(2);
  expect(count('ViewContent')).toBe(1);
  await page.route('**/api/events', (route) => route.fulfill({ status: 503, body: '' }));
  await next(page).click();
  await expect.poll(() => console).toContain('warning: Could not report events: 503');
});

test('the visitor’s actions are reported with the release set of the page', async ({ page }) => {
  const batches = posted(page, '/api/events');
  const events = () => batches.flatMap((batch): { name: string }[] => Object(batch).events);
  const accepted = page.waitForResponse('**/api/events');
  await page.goto('/step-12');
  const setId = await setIdOf(page);
  await page.getByRole('button', { name: 'More than $100,000' }).click();
  await expect(page).toHaveURL('/info-3');
  await expect.poll(() => events().filter(({ name }) => name === 'ViewContent')).toHaveLength(1);
  expect((await accepted).status()).toBe(202);
  await page.goto('/step-17');
  const offer = heading(page, 'Your personalized trading plan');
  await page.getByRole('textbox', { name: 'Your email address' }).fill('reported@example.com');
  await next(page).click();
  await expect(offer).toBeVisible();
  await page.goBack();
  await next(page).click();
  await expect(offer).toBeVisible();
  await expect.poll(() => events().filter(({ name }) => name === 'PageView').length).toBe(6);

  const received = (name: string) => events().filter((event) => event.name === name);
  const common = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    at: expect.any(Number),
    setId,
    remote: 'mfe-quiz',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  };
  expect(received('ViewContent')).toEqual([
    {
      ...common,
      name: 'ViewContent',
      path: '/info-3',
      contentName: 'Trading Information Page',
      contentId: 'info-step-3',
    },
  ]);
  expect(received('Lead')).toEqual([{ ...common, name: 'Lead', path: '/step-17' }]);
  expect(received('PageView').map((event) => Object(event).path)).toEqual([
    '/step-12',
    '/info-3',
    '/step-17',
    '/final',
    '/step-17',
    '/final',
  ]);
  expect(events().map((event) => Object(event).setId)).toEqual(events().map(() => setId));
  expect(new Set(events().map((event) => Object(event).id)).size).toBe(events().length);
  expect(JSON.stringify(batches)).not.toContain('example.com');
});

test('events that wait are sent when the page is left', async ({ page }) => {
  // Playwright does not see what a page sends while it is being left.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      // Without this the browser would cancel it when the page is gone.
      if (String(input) === '/api/events' && init?.keepalive)
        sessionStorage.setItem('reported', String(init.body));
      return fetch(input, init);
    };
  });
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.goto('/stats-slide');
  await stopClock(page, '2026-05-01T13:00:00');
  const reported = () => page.evaluate(() => sessionStorage.getItem('reported') ?? '');
  await next(page).click();
  await expect(page).toHaveURL('/step-2');
  await page.clock.runFor(5000);
  await expect.poll(reported).toContain('"path":"/step-2"');
  await page.getByRole('button', { name: 'Other' }).click();
  await page.clock.runFor(120);
  await expect(page).toHaveURL('/step-3');
  // Views are sent a second later, and the clock stands still.
  expect(await reported()).not.toContain('"path":"/step-3"');
  await page.goto('/step-5');
  expect(await reported()).toContain('"path":"/step-3"');
});

test('LCP is reported also of a visitor who leaves without a press', async ({ page }) => {
  await page.addInitScript(() => {
    const { observe } = PerformanceObserver.prototype;
    PerformanceObserver.prototype.observe = function (options) {
      observe.call(this, options);
      if (options?.type === 'largest-contentful-paint') sessionStorage.setItem('measures', 'yes');
    };
    const { fetch } = window;
    window.fetch = (input, init) => {
      if (String(input) === '/api/events' && init?.keepalive) {
        const earlier = sessionStorage.getItem('reported') ?? '';
        sessionStorage.setItem('reported', earlier + String(init.body));
      }
      return fetch(input, init);
    };
  });
  const reported = () => page.evaluate(() => sessionStorage.getItem('reported') ?? '');
  await page.goto('/stats-slide');
  // The page loads what measures after its first screen.
  await page.waitForFunction(() => sessionStorage.getItem('measures') === 'yes');
  await expect.poll(reported).toContain('"name":"PageView"');
  expect(await reported()).not.toContain('"detail":"LCP"');
  await page.goto('/step-5');
  expect(await reported()).toContain('"detail":"LCP"');
});

test('a visitor who returns to a slide after a reload has viewed it again', async ({ page }) => {
  const batches = posted(page, '/api/events');
  const views = () =>
    batches
      .flatMap((batch): { name: string }[] => Object(batch).events)
      .filter(({ name }) => name === 'ViewContent').length;
  await page.goto('/info-3');
  await expect.poll(views).toBe(1);
  await page.reload();
  await next(page).click();
  await expect(page).toHaveURL('/step-13');
  expect(views()).toBe(1);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect.poll(views).toBe(2);
});

test('LCP and an uncaught error are reported, the error without its message', async ({ page, funnel }) => {
  const events = collectEvents(page);
  const received = (name: string) => events.filter((event) => event.name === name);
  await page.goto('/');
  await expect(heading(page, '28-Day Trading Challenge')).toBeVisible();
  await page.getByRole('button', { name: 'YES' }).click();
  await expect.poll(() => received('WebVital')).toHaveLength(1);
  const setId = await setIdOf(page);
  expect(received('WebVital')).toMatchObject([
    { detail: 'LCP', measure: expect.any(Number), path: '/', remote: 'mfe-quiz', setId },
  ]);

  await page.evaluate(() => {
    for (let time = 0; time < 20; time++) {
      const isThrown = time % 2 === 0;
      setTimeout(() => {
        if (isThrown) throw new RangeError('typed@example.com');
        // A rejection in the test's own script would not reach the page's handlers.
        const reason = new TypeError('typed@example.com');
        const rejection = { promise: Promise.resolve(), reason };
        dispatchEvent(new PromiseRejectionEvent('unhandledrejection', rejection));
      });
    }
  });
  await expect.poll(() => received('ScriptFailed')).toHaveLength(10);
  expect(new Set(received('ScriptFailed').map(({ detail }) => detail))).toEqual(
    new Set(['RangeError elsewhere', 'TypeError elsewhere']),
  );
  expect(JSON.stringify(events)).not.toContain('example.com');

  await expect
    .poll(async () => Object(await funnel.send('/api/releases/analytics')).stable?.largestPaintMs)
    .toEqual(expect.any(Number));
});
