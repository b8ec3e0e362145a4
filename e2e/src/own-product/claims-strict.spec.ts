import { traces, pageText } from '../support/claims.ts';
import { expect, test } from '../support/funnel.ts';
import { screens } from '../support/screens.ts';
import { atBothSizes } from '../support/sizes.ts';

test.use({ productName: 'strict about claims', serviceEnv: { CLAIMS: 'strict' } });

const later = ['/final', '/checkout', '/payment-success'];
const asksNothing = screens.filter(({ kind }) => kind !== 'choice' && kind !== 'multi');
const paths = (of: typeof screens) => [...of.map(({ path }) => path), ...later];

test('no screen shows a claim without a source', async ({ page }) => {
  // A known goal would be said to have a high chance.
  await page.addInitScript(() => localStorage.setItem('specialGoal', 'Vacation'));
  for (const path of paths(asksNothing)) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await atBothSizes(page, async (width) =>
      expect(await pageText(page), `${path} at ${width} px`).not.toMatch(traces),
    );
  }
});

test('no prerendered page shows a claim without a source', async ({ request }) => {
  for (const path of paths(screens)) {
    const html = await (await request.get(path)).text();
    const [, title = ''] = /<title>(.*?)<\/title>/.exec(html) ?? [];
    const [, prerendered = ''] = /<body>(.*?)<script/s.exec(html) ?? [];
    expect(prerendered, path).toContain('id="stage"');
    expect(`${title} ${prerendered}`, path).not.toMatch(traces);
  }
});
