import { expect, type Page } from '@playwright/test';

export const seconds = (count: number): number => count * 1000;
/** 9 minutes and 57 seconds. */
export const offerMs = seconds(597);

export async function expectTimeLeft(page: Page, left: string): Promise<void> {
  await expect(page.getByRole('timer')).toHaveText(`Discount expires in ${left}`);
}

/** Opens the offer with the page's clock paused at `at`. Only the test advances it. */
export async function openOfferAt(page: Page, at: number): Promise<void> {
  await page.clock.install({ time: at - seconds(1) });
  await page.clock.pauseAt(at);
  await page.goto('/final');
  await expectTimeLeft(page, '09:57');
}

/** The logo has replaced the countdown. */
export async function expectEnded(page: Page): Promise<void> {
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(page.getByText('Candela', { exact: true })).toBeVisible();
}

/** What the page's live regions say: screen readers announce it when it appears. A timer is not announced. */
export async function expectAnnounced(page: Page, texts: readonly string[]): Promise<void> {
  const regions = page.locator(
    '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]',
  );
  await expect(async () => {
    const said = (await regions.allTextContents()).map((text) => text.trim());
    expect(said.filter((text) => text !== '')).toEqual(texts);
  }).toPass();
  await expect(page.locator('[role="timer"][aria-live]')).toHaveCount(0);
}

export async function expectMyPlanLeadsToPlans(page: Page): Promise<void> {
  const plans = page.getByRole('region', { name: 'Choose your plan' });
  await expect(plans).toHaveAttribute('id', 'pricing');
  await page.evaluate(() => scrollTo(0, 0));
  await expect(plans.getByRole('heading')).not.toBeInViewport();
  await page.getByRole('button', { name: 'MY PLAN' }).click();
  await expect(plans.getByRole('heading')).toBeInViewport();
  await expect(plans.getByRole('heading')).toBeFocused();
}
