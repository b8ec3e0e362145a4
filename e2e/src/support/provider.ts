import { expect, type Page } from '@playwright/test';

import type { Funnel } from './funnel.ts';

/** Asks the payment provider, as the product's owner may, over its API or by its levers. */
export async function askProvider(
  funnel: Pick<Funnel, 'sandbox'>,
  method: 'GET' | 'POST',
  path: string,
): Promise<unknown> {
  const headers = {
    authorization: 'Bearer sk_test_sandbox',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const answer = await fetch(`${funnel.sandbox?.url}${path}`, { method, headers });
  expect(answer.status, path).toBe(200);
  return answer.json();
}

/** Opens the checkout for a visit; the id of its session. */
export async function openSession(page: Page, email: string): Promise<string> {
  const opened = page.waitForResponse('/api/create-checkout');
  await page.goto(`/checkout?email=${email}`, { waitUntil: 'commit' });
  const { sessionId }: { sessionId: string } = await (await opened).json();
  return sessionId;
}
