import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { publishBuild } from '@funnel/release-kit/client/publish-client';
import { firstAnswerBudget } from '@funnel/release-kit/gates/size-budgets';

import { describeOnEachEngine, startTestApp } from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf } from '../releases/release.testkit.ts';

const root = join(__dirname, '../../../..');
const folders = ['shell', 'mfe-quiz', 'mfe-pricing', 'mfe-checkout', 'mfe-legal'].map((app) =>
  join(root, app, 'dist'),
);
/** The build in a folder, such as `mfe-quiz@1.0.0`. */
function versionIn(folder: string): string {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(folder, 'remote.json'), 'utf8'),
  );
  return `${name}@${version}`;
}
const isBuilt = folders.every((folder) => existsSync(join(folder, 'remote.json')));

/** The bytes of a response as a browser that accepts Brotli receives them. */
const fetchCompressed = (url: string) =>
  new Promise<Buffer>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200 && response.headers['content-encoding'] === 'br')
          resolve(Buffer.concat(chunks));
        else reject(new Error(`${url} responded with ${response.statusCode}, uncompressed`));
      });
    })
      .on('error', reject)
      .end();
  });

// Without a build there is nothing to measure: `npm test` builds first.
const describeBuilt: typeof describeOnEachEngine = isBuilt ? describeOnEachEngine : (name) => it.todo(name);

describeBuilt('the first screen of the built product', (open) => {
  it('loads at most its budget before it takes an answer', async () => {
    const app = await startTestApp({ database: await open() });
    const releases = clientOf(app);
    for (const folder of folders) await publishBuild(releases, folder);
    await promote(releases, folders.map(versionIn));

    const document = await fetchCompressed(`${app.origin}/`);
    const html = brotliDecompressSync(document).toString();
    const paths = [...html.matchAll(/<(?:script src|link rel="preload" as="\w+" href)="([^"]+)"/g)].flatMap(
      ([, path]) => path ?? [],
    );
    const files = await Promise.all(paths.map((path) => fetchCompressed(`${app.origin}${path}`)));
    await app.close();

    const names = paths.map((path) => path.replace(/^.*\/|(?<=\.)\w{8}\./g, ''));
    expect(names.toSorted()).toEqual(['remote.js', 'remoteEntry.js', 'shell.js']);
    const total = [document, ...files].reduce((bytes, { length }) => bytes + length, 0);
    expect(total).toBeLessThanOrEqual(firstAnswerBudget);
  });
});
