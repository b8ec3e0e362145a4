import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { inRoot, folderOf, buildTargets } from '../repository.ts';
import { completeSbom } from '../supply/complete-sbom.ts';
import { printSbom } from '../supply/print-sbom.ts';
import { exitWithError, exitWithUsage, readArguments } from './command-line.ts';

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
try {
  const { text, components } = completeSbom(printSbom(inRoot(), shipped, process.env), 'quiz-funnel');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${components} components, CycloneDX: ${file}`);
} catch (error) {
  exitWithError(error);
}
