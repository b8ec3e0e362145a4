import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { heading, submitEmail, mouse, completeQuiz } from './support/journey.ts';

/** Part of React's production build that occurs once in each copy of React. */
const reactItself = 'H:null,A:null,T:null,S:null';

function collectScripts(page: Page): Map<string, Promise<string>> {
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.set(pathname, response.text());
  });
  return scripts;
}

test('a whole visit loads exactly one copy of React, and no remote contains one', async ({ page }) => {
  test.slow();
  const scripts = collectScripts(page);
  await completeQuiz(page, mouse);
  await submitEmail(page, mouse, 'one-react@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();

  const copies = new Map<string, number>();
  for (const [path, text] of scripts) copies.set(path, (await text).split(reactItself).length - 1);
  const remotes = [...copies.keys()].filter((path) => path.startsWith('/remotes/'));
  for (const name of ['mfe-quiz', 'mfe-pricing', 'mfe-checkout']) {
    expect(
      remotes.some((path) => path.startsWith(`/remotes/${name}/`)),
      `${name} was loaded`,
    ).toBe(true);
  }
  expect([...copies].filter(([, count]) => count > 0)).toEqual([
    [expect.stringMatching(/^\/assets\/.*\/shell\.\w+\.js$/), 1],
  ]);
});
