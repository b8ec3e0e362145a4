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

test('the warning about education and risk is on every screen that speaks of money', async ({ page }) => {
  // `/loading` continues after three seconds.
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.clock.pauseAt('2026-05-01T12:00:01');
  const quiz = ['/', '/stats-slide', '/info-1', '/info-2', '/step-12', '/step-13', '/loading'];
  for (const path of [...quiz, '/final', '/checkout']) {
    await page.goto(path);
    await atBothSizes(page, async (width) => {
      const shown = await pageText(page);
      const where = `${path} at ${width} px`;
      if (quiz.includes(path))
        expect(shown, where).toContain('For education only. Trading carries a high risk of losing capital.');
      expect(shown, where).toMatch(/high risk of losing capital/);
      expect(shown, where).toMatch(/education/);
    });
  }
});
