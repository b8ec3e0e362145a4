import type { Browser, Page } from '@playwright/test';

import { relabelBuild, release } from '../support/builds.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { cards, heading, submitEmail, mouse, pay, completedAnswers } from '../support/journey.ts';

test.use({ productName: 'a funnel in which versions change' });

const newer = '901.4.0';
const oldOffer = 'Your personalized trading plan';
const newOffer = 'Your own trading plan';

test.beforeAll(async ({ funnel }) => {
  const dir = relabelBuild('mfe-pricing', newer, { texts: { [oldOffer]: newOffer } });
  await release(funnel, 'publish', 'mfe-pricing', '--dir', dir);
});

async function visitor(browser: Browser, { url }: Funnel): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

const setOf = (page: Page) =>
  page.evaluate((): { id: string } => JSON.parse(document.getElementById('release-set')?.textContent ?? ''));
const keptAnswers = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(localStorage.getItem('quizAnswers') ?? 'null'));

/** Opens the email step as a visitor who has answered every question. */
async function openEmailStep(page: Page): Promise<void> {
  await page.goto('/step-16');
  await page.evaluate(
    (answers) => localStorage.setItem('quizAnswers', answers),
    JSON.stringify(completedAnswers),
  );
  await page.goto('/step-17');
  await expect(heading(page, 'Where should we send your personalized trading plan?')).toBeVisible();
}

test('a visitor in mid-funnel finishes on their set after a promotion, and gets the new set after paying', async ({
  browser,
  funnel,
}) => {
  const page = await visitor(browser, funnel);
  await openEmailStep(page);
  const { id } = await setOf(page);

  await release(funnel, 'promote', `mfe-pricing@${newer}`);
  await submitEmail(page, mouse, 'mid@example.com');
  await expect(heading(page, oldOffer)).toBeVisible();
  await page.reload();
  await expect(heading(page, oldOffer)).toBeVisible();
  const fresh = await visitor(browser, funnel);
  await fresh.goto('/final');
  await expect(heading(fresh, newOffer)).toBeVisible();

  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await pay(page, mouse, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  expect((await setOf(page)).id).toBe(id);
  await page.goto('/final');
  await expect(heading(page, newOffer)).toBeVisible();
  await release(funnel, 'rollback');
});

test('after a rollback a visitor moves to the other set at the next stage and keeps answers and path', async ({
  browser,
  funnel,
}) => {
  await release(funnel, 'promote', `mfe-pricing@${newer}`);
  const page = await visitor(browser, funnel);
  await openEmailStep(page);
  const { id } = await setOf(page);

  await release(funnel, 'rollback', '--note', 'at night');
  await submitEmail(page, mouse, 'moved@example.com');
  await expect(heading(page, oldOffer)).toBeVisible();
  await expect(page).toHaveURL('/final');
  expect((await setOf(page)).id).not.toBe(id);
  expect(await keptAnswers(page)).toEqual(completedAnswers);
  await page.getByRole('radio', { name: '12-WEEK PLAN' }).click();
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(page.getByRole('main').getByText('moved@example.com')).toBeVisible();
  await expect(page.getByRole('main').getByText('12-WEEK PLAN', { exact: true })).toBeVisible();
});

test('a preview shows a set that is not live, is marked as one, and can be ended', async ({
  browser,
  funnel,
}) => {
  await release(funnel, 'promote', `mfe-pricing@${newer}`, '--canary', '1');
  const begun = await release(funnel, 'canary', 'stop', '--note', 'only to look at', '--json');
  const [, stable = ''] = /"id": ?"(\w+)"/.exec(begun) ?? [];
  const [, hidden = ''] = / stop +(\w+) -> /.exec(await release(funnel, 'audit')) ?? [];
  const [link = ''] = (await release(funnel, 'preview', hidden)).split('\n');

  const page = await visitor(browser, funnel);
  await page.goto(link);
  await expect(page).toHaveURL('/');
  await page.goto('/final');
  await expect(heading(page, newOffer)).toBeVisible();
  const banner = page.getByRole('complementary', { name: 'Preview' });
  await expect(banner).toContainText(`You are previewing the release set ${hidden}`);
  await banner.getByRole('link', { name: 'End preview' }).click();
  // The response to the link removes the cookie.
  await expect(page).toHaveURL('/');
  await page.goto('/final');
  await expect(heading(page, oldOffer)).toBeVisible();
  expect((await setOf(page)).id).toBe(stable);
  await expect(banner).toHaveCount(0);
});
