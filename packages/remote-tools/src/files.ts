import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import { integrityOf } from '@funnel/release-kit/federation/integrity';

export const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** Every file below a folder, sorted, with `/` between the parts. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .sort();
}

/** Path to sha384, size and type of each file that a browser may request. */
export function describeFiles(folder: string) {
  const described = listFiles(folder).flatMap((path) => {
    const type = contentTypes[extname(path)];
    if (!type) return [];
    const bytes = readFileSync(join(folder, path));
    const integrity = integrityOf(bytes);
    return [[path, { integrity, bytes: bytes.length, type }] as const];
  });
  return Object.fromEntries(described);
}
