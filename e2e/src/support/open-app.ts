import { expect, type Page } from '@playwright/test';

/** Whether React renders the page. It then keeps a property of this name at the element that it renders into. */
export const hasTakenOver = (): boolean =>
  Object.keys(document.getElementById('root') ?? {}).some((name) => name.startsWith('__reactContainer$'));

/**
 * Opens a path, and waits until React has replaced the prerendered screen: for what a test reads, writes or does once, such as
 * a measurement or a step of the clock. A click or an assertion waits without it.
 */
export async function openApp(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(hasTakenOver);
}

/**
 * Waits until React shows the whole screen, for what reads the page once. It adds what is below the first screenful of the offer a
 * moment after the takeover.
 */
export async function expectWholeScreen(page: Page): Promise<void> {
  await page.waitForFunction(hasTakenOver);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (new URL(page.url()).pathname === '/final') await expect(page.locator('main footer')).toBeVisible();
}

/** Waits for the web font, which the page loads after the takeover, and which may change where lines break. */
export async function expectWebFont(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Variable') && status === 'loaded'),
  );
}

/** Opens the start, and waits for its last file: the drawings of later screens, which it requests when it has nothing to do. */
export async function openWithLastFile(page: Page): Promise<void> {
  const lastFile = page.waitForEvent('requestfinished', (request) =>
    /\/scenes\.\w+\.js$/.test(request.url()),
  );
  await openApp(page, '/');
  await lastFile;
}

/** The last file of the checkout that the offer loads while it is read. */
export const checkoutScript = /\/remotes\/mfe-checkout\/.*\/remote\.\w+\.js$/;

/** Opens a path with a file that never arrives, so that the page does not finish loading, and waits until React renders it. */
export async function openAppWithoutFile(
  page: Page,
  path: string,
  options: { readonly timeout?: number } = {},
): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(hasTakenOver, null, options);
}

/** Stops the clock of this page and of all that it opens from now on, so that no time for loading is ever up. */
export async function stopClockFromStart(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Stops the page's clock at a time. Before the app has taken over, the jump to that time would end the wait for the files of a
 * remote, and the app would show that they do not load.
 */
export async function stopClock(page: Page, time: number | string): Promise<void> {
  await page.waitForFunction(hasTakenOver);
  await page.clock.pauseAt(time);
}
