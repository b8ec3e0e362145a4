import type { Page } from '@playwright/test';

import { expectWholeScreen } from './open-app.ts';

/** Every claim of the product, and the paths that show it. */
export const claims: readonly { readonly text: string; readonly paths: readonly string[] }[] = [
  { text: '1,000,000+ people use Candela', paths: ['/stats-slide'] },
  { text: '4.6', paths: ['/stats-slide', '/final'] },
  { text: 'Users’ choice', paths: ['/stats-slide', '/final'] },
  { text: '77% of people worry about their financial future', paths: ['/info-1'] },
  { text: '1 million+ people have chosen Candela', paths: ['/loading'] },
  { text: '+75%', paths: ['/final'] },
  { text: '3 months of use gives twice the results of 1 month', paths: ['/final'] },
  { text: 'You are more likely to reach your goal', paths: ['/step-15'] },
  { text: 'MOST POPULAR', paths: ['/final'] },
  { text: 'In the press', paths: ['/stats-slide'] },
  { text: 'What learners say', paths: ['/final'] },
  { text: '2,000 instructional lesson questions', paths: ['/final'] },
];

/** Matches any of the claims, also in another wording. */
export const traces =
  /1,000,000|1 million|4\.6|users.{0,2} choice|77 ?%|75 ?%|twice|2,000|most popular|high chance|more likely|in the press|the ledger|what learners say|of 5 stars/i;

/** The visible and accessible text of the page, with its title. */
export async function pageText(page: Page): Promise<string> {
  await expectWholeScreen(page);
  return `${await page.title()}\n${await page.locator('body').ariaSnapshot()}`;
}
