import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { inRoot, folderOf, buildTargets } from '../repository.ts';
import { completeSbom } from '../supply/complete-sbom.ts';
import { exitWithUsage, readArguments } from './read-arguments.ts';

/** The workspaces that are deployed: the service, and everything that runs in browsers. */
const shipped = [
  'services/api',
  'services/releases',
  'packages/contracts',
  'packages/service-kit',
  'packages/shell-kit',
  'packages/ui',
  ...buildTargets.map(folderOf),
];

const usage = 'Usage: npm run sbom -- [file]';
const { positionals } = readArguments(usage, { allowPositionals: true });
if (positionals.length > 1) exitWithUsage(usage, 'Give one file');
const file = resolve(positionals[0] ?? inRoot('.cache/sbom.json'));
const workspaces = shipped.flatMap((folder) => ['-w', folder]);
const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', ...workspaces];
const { status, stdout, stderr } = spawnSync('npm', args, {
  cwd: inRoot(),
  encoding: 'utf8',
  maxBuffer: 1e8,
});
if (status === 0) {
  const { text, components } = completeSbom(stdout, 'quiz-funnel');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${components} components, CycloneDX: ${file}`);
} else {
  console.error(stderr);
  process.exitCode = 1;
}
