import type { Page } from '@playwright/test';

/** Part of React's production build that occurs once in each copy of React. */
const reactItself = 'H:null,A:null,T:null,S:null';

/** Collects the scripts that a page loads. Returns a function that counts the copies of React in each, by its path. */
export function countReactCopies(page: Page): () => Promise<ReadonlyMap<string, number>> {
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    const text = response.text();
    scripts.set(pathname, text);
    // A script that arrives after the last count is not read.
    text.catch(() => undefined);
  });
  return async () => {
    const copies = new Map<string, number>();
    for (const [path, text] of scripts) copies.set(path, (await text).split(reactItself).length - 1);
    return copies;
  };
}
