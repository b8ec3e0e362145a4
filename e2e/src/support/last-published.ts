import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

import { inRoot, type AppName } from '@funnel/build/repository';

/** The last published build of an app in one file: path to text, one character per byte. */
const fileOf = (app: AppName) => inRoot('e2e/fixtures/last-published', `${app}.json.br`);

/** The build in a folder as a member of a set: `mfe-quiz@1.0.0`. */
export function memberIn(folder: string): string {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(folder, 'remote.json'), 'utf8'),
  );
  return `${name}@${version}`;
}

/** Stores the build in the folder as the app's last published one. */
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

/** Writes the app's last published build to a temporary folder. Returns the folder. */
export function unpackPublished(app: AppName): string {
  const texts: Record<string, string> = JSON.parse(
    brotliDecompressSync(readFileSync(fileOf(app))).toString(),
  );
  const folder = mkdtempSync(join(tmpdir(), 'funnel-build-'));
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(folder, path), text, 'latin1');
  return folder;
}
