import type { Page, Route } from '@playwright/test';

import { expect, test, type Funnel } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { heading } from './support/journey.ts';
import { openApp, stopClock } from './support/open-app.ts';
import { posted } from './support/posted.ts';
import { serviceResponse } from './support/service-response.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Your email address' });
const next = (page: Page) => page.getByRole('button', { name: 'Continue' });
const offer = (page: Page) => heading(page, 'Your personalized trading plan');

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

test('a visitor who goes back while the lead is being sent stays on that screen, and the lead arrives', async ({
  page,
  funnel,
}) => {
  const email = 'gone-back@example.com';
  const batches = posted(page, '/api/events');
  const letPass = await holdRequests(page, '**/api/leads');
  await page.clock.install();
  const arrival = offerIsHere(page);
  await page.goto('/step-17');
  await arrival;
  // The visitor waits four seconds for a response, which a slow machine may take for the way back.
  await stopClock(page, Date.now() + 60_000);
  const sending = page.waitForRequest('**/api/leads');
  await field(page).fill(email);
  await next(page).click();
  await sending;
  await page.getByRole('link', { name: 'Back' }).click();
  const question = heading(page, 'How much time are you willing to dedicate to achieve your goal?');
  await expect(question).toBeVisible();

  await page.clock.resume();
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
  // The browser may report a request only after the service has delivered its lead.
  await expect.poll(() => sent.length).toBe(1);
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
