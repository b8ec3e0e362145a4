import { claims, traces, pageText } from './support/claims.ts';
import { expect, test } from './support/funnel.ts';

test('every claim is shown on its screens', async ({ page }) => {
  const paths = new Set(claims.flatMap((claim) => claim.paths));
  for (const path of paths) {
    await page.goto(path);
    const shown = await pageText(page);
    for (const { text, paths } of claims) {
      if (paths.includes(path)) expect(shown, path).toContain(text);
    }
    expect(shown, path).toMatch(traces);
  }
});
