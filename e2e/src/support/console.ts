import { expect, type Locator, type Page } from '@playwright/test';

import type { Funnel } from './funnel.ts';
import { keyboard, type InputDevice } from './journey.ts';

export type View =
  'Overview' | 'Reports' | 'Experiments' | 'Versions' | 'History' | 'Deliveries' | 'Emails' | 'Tokens';

/** The views in production. */
export const consoleViews: readonly View[] = [
  'Overview',
  'Reports',
  'Experiments',
  'Versions',
  'History',
  'Deliveries',
  'Tokens',
];

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** On the overview; it names its target. */
export const rollBackButton = (page: Page) => page.getByRole('button', { name: /^Roll back to set \d+…$/ });

/** A status message of the console, such as the result of the last action. */
export const statusMessage = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

/** Replaces the text of a field. */
export async function write(field: Locator, device: InputDevice, text: string): Promise<void> {
  const page = field.page();
  if (device === keyboard) {
    const isReached = () => field.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 80 && !(await isReached()); presses++) await page.keyboard.press('Tab');
    expect(await isReached(), `Tab reaches ${field}`).toBe(true);
  } else {
    await field.click();
  }
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

type Operators = Pick<Funnel, 'operatorsUrl' | 'operatorToken'>;

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' });

/** Opens the console and signs in with its form, by default with the funnel's own token. */
export async function signIn(
  page: Page,
  { operatorsUrl, operatorToken }: Operators,
  device: InputDevice,
  token = operatorToken,
): Promise<void> {
  await page.goto(operatorsUrl);
  await write(page.getByLabel('Operator token'), device, token);
  await device.press(page.getByRole('button', { name: 'Sign in' }));
  await expect(overview(page)).toBeVisible();
}

/** Opens the console as an operator who has signed in before, by default with the funnel's own token, and waits for its data. */
export async function openConsole(
  page: Page,
  { operatorsUrl, operatorToken }: Operators,
  token = operatorToken,
): Promise<void> {
  const session = await page.request.post(`${operatorsUrl}/api/operator/session`, { data: { token } });
  expect(session.ok()).toBe(true);
  await page.goto(operatorsUrl);
  await expect(overview(page)).toBeVisible();
  await waitForIdle(page);
}

/** Opens a view, and waits for its data. */
export async function openView(page: Page, view: View, device: InputDevice): Promise<void> {
  await device.press(page.getByRole('navigation').getByRole('link', { name: view }));
  await expect(page.getByRole('heading', { level: 1, name: view })).toBeVisible();
  await waitForIdle(page);
}

/** Waits until the view has loaded, including its charts. */
export async function waitForIdle(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toHaveCount(0);
  await expect(page.locator('[aria-hidden="true"]:empty')).toHaveCount(0);
}

/** The operator returns to the tab, which reads everything again at once and not only at the next interval. */
export const returnToTab = (page: Page): Promise<void> =>
  page.evaluate(() => void window.dispatchEvent(new Event('focus')));

/** By how many px the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
