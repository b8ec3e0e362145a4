import { readFileSync } from 'node:fs';

import { buildComponentsPage } from '@funnel/build/components-page/build-components-page';
import { serveFolder } from '@funnel/build/components-page/serve-folder';
import { inRoot } from '@funnel/build/repository';
import { expect, test, type Page } from '@playwright/test';

import {
  describeLooks,
  iframeExamples,
  looksOf,
  openComponents,
  withoutNoise,
  type IframeExample,
  type Looks,
} from './support/components.ts';
import { storedText } from './support/stored-file.ts';

const file = 'e2e/fixtures/components.txt';

const introduction = `# The components as a browser lays them out

Box (x, y, width × height in px, from the corner of the example) and styles of every element of the component page, each
style only if it differs from the parent's or the initial one, in the light color scheme at 1280 px or in a window of the
example's own size, and what differs elsewhere. \`npm run accept\` writes this file after an intended change.`;

const wide = { width: 1280, height: 800 };
const narrow = { width: 320, height: 740 };

const colors = {
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colors': { colorScheme: 'light', forcedColors: 'active' },
} as const;

/** Measures the open page in each color scheme. */
async function measureColors(
  page: Page,
  example?: IframeExample,
): Promise<{ light: Looks; others: Record<string, Looks> }> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  const light = await looksOf(page, example);
  const others: Record<string, Looks> = {};
  for (const [name, media] of Object.entries(colors)) {
    await page.emulateMedia(media);
    others[name] = await looksOf(page, example);
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  return { light, others };
}

test('every component looks as accepted, in light, dark and forced colors and on a narrow window', async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath('components');
  await buildComponentsPage(folder);
  const { url, close } = await serveFolder(folder);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  // The iframes are opened one at a time instead, because all of them want the focus.
  await page.route(/[?&]section=/, (route) => route.abort());
  await openComponents(page, url, wide);
  const iframes = await iframeExamples(page);
  const { light, others } = await measureColors(page);
  await openComponents(page, url, narrow);
  const sections = [introduction, describeLooks(light, { '320 px': await looksOf(page), ...others })];
  await page.unroute(/[?&]section=/);
  for (const example of iframes) {
    await openComponents(page, example.url, example);
    const measured = await measureColors(page, example);
    sections.push(describeLooks(measured.light, measured.others));
  }
  await close();

  const text = withoutNoise(readFileSync(inRoot(file), 'utf8'), `${sections.join('\n\n')}\n`);
  expect(text).toBe(storedText(file, text));
});
