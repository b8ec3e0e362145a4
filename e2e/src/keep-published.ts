import { parseArgs } from 'node:util';

import { appNames, inRoot, isAppName } from '@funnel/build/repository';

import { keepPublished, memberIn } from './support/last-published.ts';

/** After a release: keeps what each app's `dist` holds (or the apps named) for the tests of the next one. */
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !isAppName(name));
if (unknown.length > 0) {
  console.error(`Unknown app ${unknown.join(', ')}. Use any of: ${appNames.join(', ')}.`);
  process.exit(2);
}
for (const app of appNames.filter((name) => positionals.length === 0 || positionals.includes(name))) {
  keepPublished(app, inRoot(app, 'dist'));
  console.log(`kept ${memberIn(inRoot(app, 'dist'))}`);
}
