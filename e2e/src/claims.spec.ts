import { claims, traces, wordsOf } from './support/claims.ts';
import { expect, test } from './support/funnel.ts';

test('every claim is made where it belongs', async ({ page }) => {
  const paths = new Set(claims.flatMap((claim) => claim.paths));
  for (const path of paths) {
    await page.goto(path);
    const words = await wordsOf(page);
    for (const { text, paths } of claims) {
      if (paths.includes(path)) expect(words, path).toContain(text);
    }
    expect(words, path).toMatch(traces);
  }
});
