import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** All rules of axe for WCAG 2.2 AA, its best practices, and its experimental rules, which it leaves out by default. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];
/**
 * The rules of level AAA except `color-contrast-enhanced`: the brand's colors have the contrast of level AA, which the
 * product is to conform to.
 */
const furtherRules = {
  'identical-links-same-purpose': { enabled: true },
  'meta-refresh-no-exceptions': { enabled: true },
};

/**
 * Radix encloses an open toast in two empty elements that pass the focus on to the toast or the page at once. The
 * focus never stays on one, so a role, which `focus-order-semantics` requires, would describe nothing.
 */
const toastFocusProxies = '[role="region"] > span[tabindex="0"]:empty';

/** The violations that axe finds, one line per rule with the elements that violate it. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Merging the results of iframes opens another page and doubles the time.
  const isWithoutFrames = page.frames().length === 1;
  // A page without iframes keeps axe, whose half a megabyte is compiled each time it is sent.
  const hasAxe = isWithoutFrames && (await page.evaluate(() => 'axe' in window));
  const { violations } = await new AxeBuilder({ page, ...(hasAxe && { axeSource: 'void 0' }) })
    .options({
      runOnly: { type: 'tag', values: tags },
      rules: furtherRules,
      resultTypes: ['violations'],
    })
    .exclude(toastFocusProxies)
    .setLegacyMode(isWithoutFrames)
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
