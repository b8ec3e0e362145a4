import { createHash } from 'node:crypto';

import { expect, test } from '../support/funnel.ts';
import { answerFrom, cards, heading, submitEmail, mouse, pay } from '../support/journey.ts';

test.use({
  productName: 'with everything logged',
  hasAds: true,
  serviceEnv: { LOG_LEVEL: 'trace', REQUEST_LOG_SAMPLING: '1' },
});

const email = 'Marked.Canary+1@example.com';
/** The email in plain text, URL-encoded, or encoded twice. */
const traces = /canary(\+|%2b|%252b|\\u002b)?1(@|%40|%2540|\\u0040)/i;
const sha256 = createHash('sha256').update(email.toLowerCase()).digest('hex');

const tracesIn = (texts: readonly string[]) => texts.filter((text) => traces.test(text));

test('an email reaches only the service, the owner and the payment form', async ({
  page,
  context,
  funnel,
}) => {
  const urls: string[] = [];
  const headers: Promise<string>[] = [];
  context.on('request', (request) => {
    urls.push(request.url());
    headers.push(
      request.allHeaders().then(
        (all) => JSON.stringify(all),
        () => '',
      ),
    );
  });
  page.on('framenavigated', (frame) => urls.push(frame.url()));

  await page.goto('/');
  await answerFrom('/info-3', page, mouse);
  await submitEmail(page, mouse, email);
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  await pay(page, mouse, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();

  // The pattern works: it finds the email in what the owner receives.
  await expect
    .poll(() => tracesIn(funnel.leads.deliveries.map(({ body }) => JSON.stringify(body))))
    .toHaveLength(1);
  const received = (destination: string, event: RegExp) =>
    funnel.ads.received.filter((one) => one.destination === destination && event.test(one.event));
  await expect.poll(() => received('meta', /^Lead$/).length).toBe(1);
  for (const destination of ['meta', 'tiktok'])
    await expect.poll(() => received(destination, /^Purchase$/).length).toBe(1);
  for (const destination of ['ga4', 'tracking', 'platform'])
    await expect.poll(() => funnel.ads.received.some((one) => one.destination === destination)).toBe(true);

  expect(urls.length).toBeGreaterThan(30);
  expect(tracesIn(urls)).toEqual([]);
  expect(tracesIn(await Promise.all(headers))).toEqual([]);
  expect(funnel.output.join('')).toContain('"path":"/api/leads"');
  expect(tracesIn(funnel.output.join('').split('\n'))).toEqual([]);
  expect(tracesIn(funnel.ads.received.map(({ body }) => body))).toEqual([]);

  const hashed = funnel.ads.received.filter(({ body }) => body.includes(sha256));
  for (const event of ['Lead', 'Purchase'])
    expect(hashed.map((one) => `${one.destination} ${one.event}`)).toContain(`meta ${event}`);
  expect(hashed.some(({ destination }) => destination === 'tiktok')).toBe(true);
});

test('an email in a link is removed from the URL before any other request', async ({
  page,
  context,
  funnel,
}) => {
  const later: string[] = [];
  await page.goto(`/final?email=${encodeURIComponent(email)}`);
  await expect(page).toHaveURL('/final');
  context.on('request', (request) => later.push(request.url()));
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  expect(tracesIn([...later, page.url()])).toEqual([]);
  expect(tracesIn(funnel.output.join('').split('\n'))).toEqual([]);
});
