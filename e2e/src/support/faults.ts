import type { Page, Route } from '@playwright/test';

import { heading } from './journey.ts';

/** What can go wrong with a published file on its way to the visitor. */
export const faults: readonly { name: string; file: RegExp; answer: (route: Route) => Promise<void> }[] = [
  {
    name: 'entry 404',
    file: /remoteEntry\.js$/,
    answer: (route) => route.fulfill({ status: 404, body: 'not found' }),
  },
  {
    name: 'chunk 404',
    file: /\/remote\.\w+\.js$/,
    answer: (route) => route.fulfill({ status: 404, body: 'not found' }),
  },
  { name: 'style 404', file: /\.css$/, answer: (route) => route.fulfill({ status: 404, body: 'not found' }) },
  { name: 'entry hanging', file: /remoteEntry\.js$/, answer: () => Promise.resolve() },
  { name: 'chunk hanging', file: /\/remote\.\w+\.js$/, answer: () => Promise.resolve() },
  { name: 'a flipped byte in the entry', file: /remoteEntry\.js$/, answer: flipByte },
  { name: 'a flipped byte in the chunk', file: /\/remote\.\w+\.js$/, answer: flipByte },
  { name: 'a flipped byte in the style', file: /\.css$/, answer: flipByte },
  {
    name: 'a page of HTML instead of the script',
    file: /remoteEntry\.js$/,
    answer: (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><h1>Sign in</h1>' }),
  },
];

async function flipByte(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.body();
  body[body.length - 2] = (body[body.length - 2] ?? 0) ^ 1;
  await route.fulfill({ response, body });
}

/** Takes the hashes of a version's files out of the release set in the page. */
export const withoutHashes = (path: string) => async (route: Route) => {
  const response = await route.fetch();
  const html = (await response.text())
    .replaceAll(new RegExp(`"(${path}[^"]*)":"sha384-[^"]*",?`, 'g'), '')
    .replaceAll(',}', '}');
  await route.fulfill({ response, body: html });
};

/** Within this time a visitor sees the screen in some version, or a panel that says what to do. */
export const patience = { timeout: 6000 };
export const panel = (page: Page) => heading(page, 'This page could not be loaded');
export const offer = (page: Page) => heading(page, 'Your personalized trading plan');
