import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { buildApp } from '../build-app.ts';
import { appNames, appVersion, isAppName, inRoot } from '../repository.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { as: { type: 'string' }, from: { type: 'string' }, out: { type: 'string' } },
});
const unknown = positionals.filter((name) => !isAppName(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Build one of: ${appNames.join(', ')}.`);
  process.exit(2);
}

const wanted = positionals.filter(isAppName);
for (const app of wanted.length > 0 ? wanted : appNames) {
  const startedMs = performance.now();
  const manifest = await buildApp(app, {
    version: values.as ?? appVersion(app),
    source: resolve(values.from ?? inRoot(app)),
    folder: resolve(values.out ?? inRoot(app, 'dist')),
  });
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(
    `${app} ${manifest.version}: ${Object.keys(manifest.files).length} files, ${Math.round(bytes / 1024)} KB, ${seconds} s`,
  );
}
