import type { Page } from '@playwright/test';

import { collectEvents, namesOf } from './support/events.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { stopClock } from './support/open-app.ts';

/** Opens a screen of the quiz, and waits until the browser has prepared the next one, which no role can find. */
async function openWithNext(page: Page, path: string, next: string): Promise<void> {
  await page.goto(path);
  const prepared = page.getByRole('main').locator('h1', { hasText: next });
  await expect(prepared).toHaveCount(1);
  await expect(prepared).toBeHidden();
  await expect(heading(page, next)).toHaveCount(0);
}

test('the next screen is on the page, hidden, before the visitor answers, and the answer shows it', async ({
  page,
  console,
}) => {
  await openWithNext(page, '/', 'How old are you?');
  const prepared = await page.getByRole('main').locator('h1').nth(1).elementHandle();
  await page.getByRole('button', { name: 'NO', exact: true }).click();
  await expect(heading(page, 'How old are you?')).toBeFocused();
  expect(await prepared?.isVisible()).toBe(true);
  expect(console).toEqual([]);
});

test('a prepared screen neither changes the top bar nor continues automatically', async ({ page }) => {
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await openWithNext(page, '/step-16', 'Creating your personal challenge...');
  await stopClock(page, '2026-05-01T13:00:00');
  // `/loading` takes three seconds.
  await page.clock.runFor(10_000);
  await expect(page).toHaveURL('/step-16');
  await expect(page.getByText('16 / 17')).toBeVisible();
});

test('a screen that is left before its answer counts accepts another one when the visitor returns', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await openWithNext(page, '/step-3', 'Do you want to retire rich?');
  await stopClock(page, '2026-05-01T13:00:00');
  await page.getByRole('button', { name: "I'm comfortable" }).click();
  await page.clock.runFor(120);
  await expect(heading(page, 'Do you want to retire rich?')).toBeVisible();
  // The keyboard is never taken for the second half of a double click.
  const answer = page.getByRole('main').getByRole('group').getByRole('button').first();
  await answer.press('Enter');
  await page.goBack();
  await expect(page).toHaveURL('/step-3');
  await page.goForward();
  await expect(page).toHaveURL('/step-4');
  await answer.press('Enter');
  await page.clock.runFor(120);
  await expect(page).toHaveURL('/step-5');
});

test('a prepared screen is reported when it is shown, and not before', async ({ page }) => {
  const events = collectEvents(page);
  await openWithNext(page, '/step-12', 'We have exactly what you need!');
  await expect.poll(() => namesOf(events)).toEqual(['PageView']);
  await page.getByRole('main').getByRole('group').getByRole('button').first().click();
  await expect(page).toHaveURL('/info-3');
  await expect.poll(() => namesOf(events).toSorted()).toEqual(['PageView', 'PageView', 'ViewContent']);
  expect(events.find(({ name }) => name === 'ViewContent')).toMatchObject({ path: '/info-3' });
});
