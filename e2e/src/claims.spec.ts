import { claims, traces, pageText } from './support/claims.ts';
import { expect, test } from './support/funnel.ts';
import { atBothSizes } from './support/sizes.ts';

/** The paths of the quiz that speak of trading as a way to money, without a claim. */
const aboutMoney = ['/', '/info-2', '/step-4', '/step-12', '/step-13'];

test('every screen shows its claims, and the warning about risk where it needs one', async ({ page }) => {
  // `/loading` continues after three seconds.
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.clock.pauseAt('2026-05-01T12:00:01');
  const withClaims = new Set(claims.flatMap((claim) => claim.paths));
  for (const path of new Set([...withClaims, ...aboutMoney, '/checkout'])) {
    await page.goto(path);
    await atBothSizes(page, async (width) => {
      const shown = await pageText(page);
      for (const { text, paths } of claims) {
        if (paths.includes(path)) expect(shown, `${path} at ${width} px`).toContain(text);
      }
      if (withClaims.has(path)) expect(shown, path).toMatch(traces);
      expect(shown, `${path} at ${width} px`).toContain(
        'For education only. Trading carries a high risk of losing capital.',
      );
    });
  }
});
