import { parseArgs } from 'node:util';

import { appNames, inRoot } from '@funnel/build/repository';

import { keepPublished, memberIn } from './support/last-published.ts';

/** Run after a release: stores the build in `dist` of each app, or of the named apps, as a fixture for later compatibility tests. */
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !appNames.some((app) => app === name));
if (unknown.length > 0) {
  console.error(`Unknown app ${unknown.join(', ')}. Use any of: ${appNames.join(', ')}.`);
  process.exit(2);
}
for (const app of appNames.filter((name) => positionals.length === 0 || positionals.includes(name))) {
  keepPublished(app, inRoot(app, 'dist'));
  console.log(`kept ${memberIn(inRoot(app, 'dist'))}`);
}
