import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { whyUnusable, writeRemote } from './write-remote.ts';

const usage = `Usage: npm create @funnel/remote <name> [-- --path PATH]
Example: npm create @funnel/remote survey -- --path /survey`;

function exitWithUsage(error: string): never {
  console.error(`${error}.\n${usage}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { path: { type: 'string' } } });
  } catch (error) {
    // Only the first sentence says what is wrong. The others explain how to pass text that begins with a hyphen.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\.\s/) : [];
    return exitWithUsage(sentence);
  }
}

if (process.argv.includes('--help')) {
  console.log(usage);
  process.exit(0);
}
const { positionals, values } = readArguments();
const [name = '', ...rest] = positionals;
if (!name || rest.length > 0) exitWithUsage('Give one name');
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
