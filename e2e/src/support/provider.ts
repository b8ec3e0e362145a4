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
