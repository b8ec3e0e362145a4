import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { whyUnusable, writeRemote } from './write-remote.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { path: { type: 'string' } },
});
const [name = '', ...rest] = positionals;
if (!name || rest.length > 0) {
  console.error(
    'Usage: npm create @funnel/remote <name> [-- --path PATH]\nExample: npm create @funnel/remote survey -- --path /survey',
  );
  process.exit(2);
}
const path = values.path ?? `/${name}`;
const folder = resolve(`mfe-${name}`);
const reason =
  whyUnusable({ name, path }) ?? (existsSync(folder) ? `The folder mfe-${name} exists already.` : null);
if (reason) {
  console.error(reason);
  process.exit(1);
}

writeRemote({ name, path }, folder, 'repository');
console.log(`Created mfe-${name}.

  cd mfe-${name} && npm install
  npm test                   its own tests
  npm run check              builds it, and runs the gates that the platform runs
  npx funnel-remote publish  stores the build in the product's registry
`);
