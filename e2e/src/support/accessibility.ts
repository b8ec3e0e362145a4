import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong, with no rule left out: each rule once, with the elements that break it. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Putting the findings of frames together takes a page of its own, and twice the time.
  const isWithoutFrames = page.frames().length === 1;
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(isWithoutFrames).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
