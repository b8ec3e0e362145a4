import { resolve } from 'node:path';

import { versionSchema } from '@funnel/contracts/release';

import { buildApp } from '../build-app.ts';
import { deleteBuildRecord } from '../product/build-changed.ts';
import { appVersion, buildTargets, chooseTargets, folderOf, inRoot } from '../repository.ts';
import { exitWithError, exitWithUsage, readArguments } from './command-line.ts';

const usage = `Usage: npm run build -- [target …] [--as VERSION] [--from FOLDER] [--out FOLDER]
Targets: ${buildTargets.join(', ')}; all without a name.`;
const { positionals, values } = readArguments(usage, {
  allowPositionals: true,
  options: { as: { type: 'string' }, from: { type: 'string' }, out: { type: 'string' } },
});
const { targets, unknown } = chooseTargets(positionals);
if (unknown.length > 0) {
  console.error(`Unknown build target ${unknown.join(', ')}. Targets: ${buildTargets.join(', ')}.`);
  process.exit(2);
}
if (values.as !== undefined && !versionSchema.safeParse(values.as).success)
  exitWithUsage(usage, '--as must be three numbers, such as 1.0.0');

for (const app of targets) {
  const startedMs = performance.now();
  if (!values.out) deleteBuildRecord(app);
  const manifest = await buildApp(app, {
    version: values.as ?? appVersion(app),
    source: resolve(values.from ?? inRoot(folderOf(app))),
    folder: resolve(values.out ?? inRoot(folderOf(app), 'dist')),
  }).catch(exitWithError);
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(
    `${app} ${manifest.version}: ${Object.keys(manifest.files).length} files, ${Math.round(bytes / 1024)} KB, ${seconds} s`,
  );
}
