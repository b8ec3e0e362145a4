import type { Page } from '@playwright/test';

/** A phone and a desktop, between which the layout of every screen differs. */
export const phoneAndDesktop = [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
] as const;

/** Runs a check in a window of each size, and restores the window afterwards. */
export async function atBothSizes(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  for (const size of phoneAndDesktop) {
    await page.setViewportSize(size);
    await check(size.width);
  }
  if (before) await page.setViewportSize(before);
}
