import { join } from 'node:path';

import { inRoot } from '@funnel/build/repository';

import { relabelBuild, release } from '../src/support/builds.ts';
import { consoleViews, openView, settle, signIn } from '../src/support/console.ts';
import { test } from '../src/support/funnel.ts';
import { mouse } from '../src/support/journey.ts';
import { lightVisit } from '../src/support/visits.ts';

const version = '1.1.0';

/** How far visitors of the pictures come; each further step is taken by fewer. */
const screens = ['/', '/step-1', '/step-2', '/step-3', '/step-4'];

test('the console, for the guides', async ({ page, funnel }) => {
  await release(funnel, 'publish', 'mfe-quiz', '--dir', relabelBuild('mfe-quiz', version));
  await release(
    funnel,
    'promote',
    `mfe-quiz@${version}`,
    '--canary',
    '30',
    '--note',
    'Shorter words in the first question',
  );
  for (let visitor = 0; visitor < 240; visitor++) {
    const visit = await lightVisit(funnel);
    for (const path of screens.slice(0, 1 + (visitor % 13 === 0 ? 2 : screens.length)))
      await visit.report({ name: 'PageView', path });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1120, height: 760 });
  await signIn(page, funnel.operatorToken, mouse);
  for (const view of consoleViews) {
    await openView(page, view, mouse);
    await settle(page);
    await page.screenshot({
      path: join(inRoot('docs/pictures'), `console-${view.toLowerCase()}.png`),
      fullPage: view === 'Overview',
    });
  }
});
