import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The violations that axe finds with every rule, one line per rule with the elements that violate it. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Merging the results of frames opens another page and doubles the time.
  const isWithoutFrames = page.frames().length === 1;
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(isWithoutFrames).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
