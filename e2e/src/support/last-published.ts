import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

import { inRoot, type AppName } from '@funnel/build/repository';

/** The build of each app that visitors had last, in one file an app: path to text, a character a byte. */
const fileOf = (app: AppName) => inRoot('e2e/fixtures/last-published', `${app}.json.br`);

/** The name of a build as a release names it. */
export function memberIn(folder: string): string {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(folder, 'remote.json'), 'utf8'),
  );
  return `${name}@${version}`;
}

/** Keeps the build in the folder as the last published one of the app. */
export function keepPublished(app: AppName, folder: string): void {
  const { files }: { files: object } = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
  const texts = ['remote.json', ...Object.keys(files)].map((path) => [
    path,
    readFileSync(join(folder, path), 'latin1'),
  ]);
  writeFileSync(fileOf(app), brotliCompressSync(JSON.stringify(Object.fromEntries(texts))));
}

/** False for an app that has not been published yet. */
export const hasPublished = (app: AppName): boolean => existsSync(fileOf(app));

/** Puts the last published build of the app into a folder, and returns it. */
export function unpackPublished(app: AppName): string {
  const texts: Record<string, string> = JSON.parse(
    brotliDecompressSync(readFileSync(fileOf(app))).toString(),
  );
  const folder = mkdtempSync(join(tmpdir(), 'funnel-build-'));
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(folder, path), text, 'latin1');
  return folder;
}
