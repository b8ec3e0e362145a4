import { join } from 'node:path';

import { inRoot } from '@funnel/build/repository';

import { test } from '../src/support/funnel.ts';
import { routes, states } from '../src/support/states.ts';

/** The states on the README's screenshot, in this order. */
const stateNames = ['/', 'companies chosen', 'offer, all known', 'checkout, form shown'];
const phone = { width: 375, height: 740 };

test('the screenshot in the README', async ({ browser, funnel }) => {
  const screenshots: string[] = [];
  for (const name of stateNames) {
    const state = [...routes, ...states].find((candidate) => candidate.name === name);
    if (!state) throw new Error(`Unknown state ${name}`);
    const context = await browser.newContext({
      baseURL: funnel.url,
      viewport: phone,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await state.open(page);
    await page.evaluate(() => document.fonts.load('16px "Figtree Variable"'));
    screenshots.push((await page.screenshot()).toString('base64'));
    await context.close();
  }
  const page = await browser.newPage({ viewport: { width: 1240, height: 620 } });
  const images = screenshots.map((screenshot) => `<img src="data:image/png;base64,${screenshot}">`).join('');
  await page.setContent(`<style>
    body { margin: 0; padding: 24px; display: flex; gap: 24px; justify-content: center; background: #e6f3ec }
    img { width: 280px; border-radius: 20px; box-shadow: 0 8px 24px #14211c22 }
  </style>${images}`);
  await page.screenshot({ path: join(inRoot('docs/screenshots'), 'product.png'), fullPage: true });
  await page.close();
});
