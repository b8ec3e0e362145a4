import { expect, type Page } from '@playwright/test';

import type { Funnel } from './funnel.ts';

/** Calls the payment sandbox's API or control paths. */
export async function askProvider(
  funnel: Pick<Funnel, 'sandbox'>,
  method: 'GET' | 'POST',
  path: string,
  fields?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const headers = {
    authorization: 'Bearer sk_test_sandbox',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const response = await fetch(`${funnel.sandbox?.url}${path}`, {
    method,
    headers,
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  expect(response.status, path).toBe(200);
  return response.json();
}

/** Opens the checkout. Resolves to the id of its session. */
export async function openSession(page: Page, email: string): Promise<string> {
  const opened = page.waitForResponse('/api/create-checkout');
  await page.goto(`/checkout?email=${email}`, { waitUntil: 'commit' });
  const { sessionId }: { sessionId: string } = await (await opened).json();
  return sessionId;
}

/** Opens the success page of a payment in progress. Returns a function that lets it be paid from then on. */
export async function openDelayedPayment(page: Page): Promise<() => void> {
  let status = 'processing';
  await page.route(/\/api\/checkout-sessions\//, (route) =>
    route.fulfill({
      json: {
        status,
        plan: { planId: 'plan2', name: '4-WEEK PLAN' },
        amountMinor: 1999,
        currency: 'USD',
        email: 'bank@example.com',
      },
    }),
  );
  await page.goto('/payment-success?session_id=cs_test_slow');
  return () => (status = 'paid');
}
