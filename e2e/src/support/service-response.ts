import type { Route } from '@playwright/test';

/**
 * The service's response to a request that a test changes or loses on its way. Playwright sends it on a connection of its own,
 * which the service may just have closed because it was idle for some seconds. A browser sends such a request again; Playwright does
 * so only with `maxRetries`.
 */
export const serviceResponse = (route: Route, options?: { readonly url: string }) =>
  route.fetch({ maxRetries: 2, ...options });

/** Responds as the service does, with one byte of the body changed. */
export async function flipByte(route: Route): Promise<void> {
  const response = await serviceResponse(route);
  const body = await response.body();
  body[body.length - 2] = (body[body.length - 2] ?? 0) ^ 1;
  await route.fulfill({ response, body });
}
