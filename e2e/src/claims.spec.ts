import { claims, traces, pageText } from './support/claims.ts';
import { expect, test } from './support/funnel.ts';
import { atBothSizes } from './support/sizes.ts';

test('every claim is shown on its screens', async ({ page }) => {
  const paths = new Set(claims.flatMap((claim) => claim.paths));
  for (const path of paths) {
    await page.goto(path);
    await atBothSizes(page, async (width) => {
      const shown = await pageText(page);
      for (const { text, paths } of claims) {
        if (paths.includes(path)) expect(shown, `${path} at ${width} px`).toContain(text);
      }
      expect(shown, path).toMatch(traces);
    });
  }
});

/** The paths of the quiz that speak of trading as a way to money, without a claim. */
const aboutMoney = ['/', '/info-2', '/step-4', '/step-12', '/step-13'];

test('the warning about education and risk is on every screen that makes a claim or speaks of money', async ({
  page,
}) => {
  // `/loading` continues after three seconds.
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.clock.pauseAt('2026-05-01T12:00:01');
  const paths = new Set([...claims.flatMap((claim) => claim.paths), ...aboutMoney, '/checkout']);
  for (const path of paths) {
    await page.goto(path);
    await atBothSizes(page, async (width) => {
      const shown = await pageText(page);
      expect(shown, `${path} at ${width} px`).toContain(
        'For education only. Trading carries a high risk of losing capital.',
      );
    });
  }
});
