import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { manifestSchema } from '@funnel/contracts/release';

import { contentFindings } from './content-findings.ts';

const root = join(__dirname, '../../../..');
const apps = ['shell', 'mfe-quiz', 'mfe-pricing', 'mfe-checkout', 'mfe-legal'];

function lastPublished(app: string): string {
  const packed = readFileSync(join(root, 'e2e/fixtures/last-published', `${app}.json.br`));
  const texts: Record<string, string> = JSON.parse(brotliDecompressSync(packed).toString());
  return texts['remote.json'] ?? '';
}

const built = apps.map((app) => join(root, app, 'dist/remote.json')).filter((file) => existsSync(file));

it.each([
  ...apps.map((app) => [`the last published ${app}`, lastPublished(app)] as const),
  ...built.map((file) => [file.slice(root.length), readFileSync(file, 'utf8')] as const),
])('accepts %s', async (_, text) => {
  expect(await contentFindings(manifestSchema.parse(JSON.parse(text)))).toEqual([]);
});
