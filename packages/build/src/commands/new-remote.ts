import { readFileSync, writeFileSync } from 'node:fs';

import { writeRemote } from '@funnel/create-remote/write-remote';

import { readPathOwners, whyUnusableInRepository, withOwner } from '../remote/create-remote.ts';
import { inRoot } from '../repository.ts';
import { runCommand } from '../run-command.ts';
import { exitWithUsage, readArguments } from './command-line.ts';

const usage = `Usage: npm run new-remote -- <name> [--path PATH]
Example: npm run new-remote -- survey --path /survey`;
const { positionals, values } = readArguments(usage, {
  allowPositionals: true,
  options: { path: { type: 'string' } },
});
const [name = '', ...rest] = positionals;
const path = values.path ?? `/${name}`;
if (!name || rest.length > 0) exitWithUsage(usage, 'Give one name');
const reason = whyUnusableInRepository({ name, path }, await readPathOwners());
if (reason) {
  console.error(reason);
  process.exit(1);
}

writeRemote({ name, path }, inRoot(`mfe-${name}`), 'workspace');
writeFileSync(inRoot('CODEOWNERS'), withOwner(readFileSync(inRoot('CODEOWNERS'), 'utf8'), name));
// Tables and lists depend on the length of the name.
await runCommand(process.execPath, [
  inRoot('node_modules/prettier/bin/prettier.cjs'),
  '--write',
  `mfe-${name}`,
]);
// Its dependencies are those of the other remotes, so only the lock file changes.
await runCommand('npm', ['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline']);
console.log(`Created mfe-${name} and added it to CODEOWNERS and package-lock.json.

  npm start -w mfe-${name}                            runs it alone
  npm run build -- mfe-${name}                        builds it
  npm run release -- publish mfe-${name}              stores the build in the release registry
  npm run release -- promote mfe-${name}@1.0.0        makes it live at ${path}
`);
