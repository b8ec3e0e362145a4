import type { Page, Route } from '@playwright/test';

/** Keeps the requests for a URL waiting until the returned function is called. From then on `respond` handles them. */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
  respond: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await respond(route);
  });
  return release;
}
