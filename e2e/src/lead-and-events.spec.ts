import type { Page, Route } from '@playwright/test';

import { expect, test, type Funnel } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { heading } from './support/journey.ts';
import { openApp, stopClock } from './support/open-app.ts';
import { serviceResponse } from './support/service-response.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Your email address' });
const next = (page: Page) => page.getByRole('button', { name: 'Continue' });
const offer = (page: Page) => heading(page, 'Your personalized trading plan');

/** Collects the bodies that the page posts to a path of the service. */
function posted(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** Resolves when all files of the offer have loaded. */
const offerIsHere = (page: Page) =>
  Promise.all(
    [/remoteEntry\.js$/, /\/remote\.\w+\.js$/, /\.css$/].map((file) =>
      page.waitForEvent('requestfinished', (request) => {
        const { pathname } = new URL(request.url());
        return pathname.startsWith('/remotes/mfe-pricing/') && file.test(pathname);
      }),
    ),
  );

const delivered = ({ leads }: Funnel, email: string) =>
  leads.deliveries.filter(({ body }) => Object(body).email === email);

const leadFaults: readonly { name: string; respond: (route: Route) => Promise<void> }[] = [
  { name: 'refuses the connection', respond: (route) => route.abort('connectionrefused') },
  { name: 'returns 500', respond: (route) => route.fulfill({ status: 500, body: '' }) },
  {
    name: 'stores it, but the response is lost',
    async respond(route) {
      await serviceResponse(route);
      await route.abort('connectionreset');
    },
  },
  { name: 'never responds', respond: () => Promise.resolve() },
];

for (const [index, { name, respond }] of leadFaults.entries()) {
  test(`if the service ${name}, the visitor continues, and the lead arrives once, later`, async ({
    page,
    funnel,
  }) => {
    const email = `hindered-${index}@example.com`;
    const sent = posted(page, '/api/leads');
    await page.route('**/api/leads', respond, { times: 1 });
    await page.clock.install();
    // Later, the time that a file may take would pass at once.
    const arrival = offerIsHere(page);
    await page.goto('/step-17');
    await arrival;
    // The lead is sent again after five seconds, which a slow machine may take until the offer.
    await stopClock(page, Date.now() + 60_000);
    await field(page).fill(email);
    await next(page).click();
    if (name === 'never responds') {
      await expect(next(page)).toBeDisabled();
      await expect.poll(() => sent.length).toBe(1);
      // The visitor waits four seconds for a response.
      await page.clock.runFor(4000);
    }
    await expect(offer(page)).toBeVisible();
    await expect(page.getByText(`Welcome back ${email}!`)).toBeVisible();
    expect(sent).toHaveLength(1);

    await page.clock.runFor(5000);
    await expect.poll(() => sent.length).toBeGreaterThan(1);
    await expect.poll(() => delivered(funnel, email).length).toBe(1);
    await page.clock.runFor(700_000);
    await page.goto('/step-1');
    await expect(heading(page, 'How old are you?')).toBeVisible();
    // A repeated request is harmless: it carries the same lead id, and the owner receives the lead once.
    expect(sent).toEqual(sent.map(() => sent[0]));
    expect(delivered(funnel, email)).toHaveLength(1);
  });
}

test('a rejected lead is kept, logged and shown to operators, and the visitor continues', async ({
  page,
  console,
}) => {
  const batches = posted(page, '/api/events');
  await page.route('**/api/leads', (route) => route.fulfill({ status: 422, body: '' }));
  await page.goto('/step-17');
  await field(page).fill('rejected@example.com');
  await next(page).click();
  await expect(offer(page)).toBeVisible();
  await expect.poll(() => console).toContain('error: The service has rejected the lead; it is kept: 422');
  expect(console.join()).not.toContain('rejected@example.com');
  await expect
    .poll(() => batches.flatMap((batch): unknown[] => Object(batch).events))
    .toContainEqual(expect.objectContaining({ name: 'ResourceFailed', detail: 'lead rejected' }));
});

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
  await expect.poll(() => [count('PageView'), count('ViewContent')]).toEqual([1, 1]);
  await page.reload();
  await expect.poll(() => count('PageView')).toBe(2);
  expect(count('ViewContent')).toBe(1);
  await page.route('**/api/events', (route) => route.fulfill({ status: 503, body: '' }));
  await next(page).click();
  await expect.poll(() => console).toContain('warning: Could not report events: 503');
});

test('a visitor who goes back while the lead is being sent stays on that screen, and the lead arrives', async ({
  page,
  funnel,
}) => {
  const email = 'gone-back@example.com';
  const batches = posted(page, '/api/events');
  const letPass = await holdRequests(page, '**/api/leads');
  await page.goto('/step-17');
  const sending = page.waitForRequest('**/api/leads');
  await field(page).fill(email);
  await next(page).click();
  await sending;
  await page.getByRole('link', { name: 'Back' }).click();
  const question = heading(page, 'How much time are you willing to dedicate to achieve your goal?');
  await expect(question).toBeVisible();

  letPass();
  // The event is reported when the visitor continues after the wait.
  const names = () =>
    batches.flatMap((batch): { name: string }[] => Object(batch).events).map(({ name }) => name);
  await expect.poll(names).toContain('Lead');
  await expect(page).toHaveURL('/step-16');
  await expect(question).toBeVisible();
  await expect.poll(() => delivered(funnel, email).length).toBe(1);

  await page.goBack();
  await next(page).click();
  await expect(offer(page)).toBeVisible();
  expect(delivered(funnel, email)).toHaveLength(1);
});

test('an offline visitor continues to the offer, and the lead is sent when the connection is back', async ({
  page,
  context,
  funnel,
}) => {
  const email = 'offline@example.com';
  const sent = posted(page, '/api/leads');
  const arrival = offerIsHere(page);
  await page.goto('/step-17');
  await field(page).fill(email);
  await arrival;
  await context.setOffline(true);
  await next(page).click();
  await expect(offer(page)).toBeVisible();
  await expect(page.getByText(`Welcome back ${email}!`)).toBeVisible();
  expect(delivered(funnel, email)).toEqual([]);

  await context.setOffline(false);
  await expect.poll(() => delivered(funnel, email).length).toBe(1);
  const ids = new Set(sent.map((body) => Object(body).leadId));
  expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});

/** Submits the email without a connection, and closes the page before the browser is online again, so that it is not sent. */
async function submitOffline(page: Page, email: string) {
  const arrival = offerIsHere(page);
  await page.goto('/step-17');
  await field(page).fill(email);
  await arrival;
  const context = page.context();
  await context.setOffline(true);
  await next(page).click();
  await expect(offer(page)).toBeVisible();
  await page.close();
  await context.setOffline(false);
}

test('the lead of a visitor who closed the page offline is sent on the next visit', async ({
  page,
  context,
  funnel,
}) => {
  const email = 'next-visit@example.com';
  await submitOffline(page, email);
  const later = await context.newPage();
  const sent = posted(later, '/api/leads');
  await later.goto('/');
  await expect.poll(() => delivered(funnel, email).length).toBe(1);
  await later.goto('/step-17');
  await expect(field(later)).toHaveValue(email);
  await next(later).click();
  await expect(offer(later)).toBeVisible();
  expect(sent).toEqual(sent.map(() => sent[0]));
  expect(delivered(funnel, email)).toHaveLength(1);
});

test('the lead of a visitor whose browser has discarded the page of the offer is sent from there', async ({
  page,
  context,
  funnel,
}) => {
  const email = 'discarded@example.com';
  await submitOffline(page, email);
  const later = await context.newPage();
  const sent = posted(later, '/api/leads');
  await later.goto('/final');
  await expect.poll(() => delivered(funnel, email).length).toBe(1);
  expect(sent).toHaveLength(1);
});

test('a browser database that never responds does not block the visitor', async ({ page, funnel }) => {
  const email = 'no-database@example.com';
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: { open: () => ({}) } });
  });
  await page.goto('/step-17');
  await field(page).fill(email);
  await next(page).click();
  await expect(offer(page)).toBeVisible();
  await expect.poll(() => delivered(funnel, email).length).toBe(1);
});

test('the visitor’s actions are reported with the release set of the page', async ({ page }) => {
  const batches = posted(page, '/api/events');
  const events = () => batches.flatMap((batch): { name: string }[] => Object(batch).events);
  const accepted = page.waitForResponse('**/api/events');
  await page.goto('/step-12');
  const setId = await page.evaluate(
    (): unknown => Object(JSON.parse(document.getElementById('release-set')?.textContent ?? '{}')).id,
  );
  await page.getByRole('button', { name: 'More than $100,000' }).click();
  await expect(page).toHaveURL('/info-3');
  await expect.poll(() => events().filter(({ name }) => name === 'ViewContent')).toHaveLength(1);
  expect((await accepted).status()).toBe(202);
  await page.goto('/step-17');
  await field(page).fill('reported@example.com');
  await next(page).click();
  await expect(offer(page)).toBeVisible();
  await page.goBack();
  await next(page).click();
  await expect(offer(page)).toBeVisible();
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
  // The page loads what measures after its first screen.
  const measuring = page.waitForResponse(
    async (response) =>
      response.url().endsWith('.js') && (await response.text()).includes('largest-contentful-paint'),
  );
  await page.goto('/stats-slide');
  await measuring;
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

test('a visitor who answers while the quiz is about to be resumed is not taken elsewhere', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('quizAnswers', '{"Trading Experience":"YES","Age":"45+","Income Source":"Other"}');
    localStorage.setItem('email', 'resumed@example.com');
  });
  await openApp(page, '/');
  // The page has opened its database when it looked for a lead of an earlier visit.
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(1);
  // From now on the database does not respond, and is waited for a second.
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => Object.create(null);
  });
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.clock.pauseAt('2026-05-01T13:00:00');
  await next(page).click();
  await page.getByRole('button', { name: 'NO' }).click();
  await page.clock.runFor(120);
  await expect(heading(page, 'How old are you?')).toBeVisible();
  await page.clock.runFor(2000);
  await expect(heading(page, 'How old are you?')).toBeVisible();
  await expect(page).toHaveURL('/step-1');
});

test('a visitor whose lead cannot be made continues to the offer', async ({ page, console }) => {
  await openApp(page, '/step-17');
  await page.evaluate(() => {
    crypto.randomUUID = () => {
      throw new TypeError('crypto.randomUUID is not a function');
    };
  });
  await field(page).fill('lost@example.com');
  await next(page).click();
  await expect(offer(page)).toBeVisible();
  await expect.poll(() => console.join()).toContain('warning: Could not store the lead');
});
