import type { APIRequestContext } from '@playwright/test';

import { button } from '../support/console.ts';
import { expect, test } from '../support/funnel.ts';
import { heading, submitEmail, mouse } from '../support/journey.ts';

test.use({
  productName: 'two leads a minute',
  serviceEnv: { RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: '1' },
});

const sendLead = (request: APIRequestContext, ip: string) =>
  request.post('/api/leads', { headers: { 'x-forwarded-for': ip }, data: {} });

test('a visitor over the limit gets 429 with Retry-After, and others are not affected', async ({
  request,
}) => {
  for (let at = 0; at < 2; at++) expect((await sendLead(request, '192.0.2.1')).status()).toBe(422);
  const limited = await sendLead(request, '192.0.2.1');
  expect(limited.status()).toBe(429);
  const { 'retry-after': retryAfter = '', 'content-type': type } = limited.headers();
  expect(type).toBe('application/problem+json');
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  expect(await limited.json()).toEqual({
    type: 'urn:problem:too-many-requests',
    title: 'Too many requests; try again later',
    status: 429,
    code: 'too-many-requests',
    detail: `Too many requests; try again in ${retryAfter} seconds`,
  });
  expect((await sendLead(request, '192.0.2.2')).status()).toBe(422);
});

test('a visitor over the limit continues to the offer, and the lead arrives once, later', async ({
  page,
  request,
  funnel,
}) => {
  const email = 'limited@example.com';
  const delivered = () => funnel.leads.deliveries.filter(({ body }) => Object(body).email === email);
  for (let at = 0; at < 2; at++) await sendLead(request, '198.51.100.7');
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' });
  await page.clock.install();
  let requests = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/leads')) requests++;
  });
  const limited = page.waitForResponse('**/api/leads');
  await page.goto('/step-17');
  await submitEmail(page, mouse, email);
  expect((await limited).status()).toBe(429);
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  expect(delivered()).toEqual([]);

  // This simulates the end of the minute.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.8' });
  await page.clock.runFor(5000);
  await expect.poll(() => delivered().length).toBe(1);
  await page.clock.runFor(60_000);
  expect(requests).toBe(2);
});

test('the console asks an operator with too many wrong tokens to wait', async ({ page, funnel }) => {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' });
  const url = `${funnel.operatorsUrl}/api/operator/session`;
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  for (let at = 0; at < 10; at++)
    expect((await page.request.post(url, { headers, data: { token: 'guess' } })).status()).toBe(401);
  await page.goto(funnel.operatorsUrl);
  await page.getByLabel('Operator token').fill('guess');
  await button(page, 'Sign in').click();
  await expect(page.getByText('Too many attempts. Wait a minute, then try again.').first()).toBeVisible();
});
