import type { Page } from '@playwright/test';

/** Collects the bodies that the page posts to a path of the service. */
export function posted(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postDataJSON());
  });
  return bodies;
}
