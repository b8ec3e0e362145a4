import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';

import { compressText } from './compress-text.ts';

const body = Buffer.from('<path d="M1 1"/>'.repeat(100));

it.each([
  'text/javascript',
  'text/css; charset=utf-8',
  'text/plain',
  'image/svg+xml',
  'application/json',
  'application/manifest+json',
])('compresses %s with brotli', async (type) => {
  const compressed = await compressText({ type, body });
  expect(compressed.length).toBeLessThan(body.length / 10);
  expect(brotliDecompressSync(compressed)).toEqual(body);
});

it.each(['image/png', 'image/webp', 'font/woff2'])('leaves %s as it is', async (type) => {
  expect(await compressText({ type, body })).toHaveLength(0);
});

it('leaves text as it is that would become larger', async () => {
  expect(await compressText({ type: 'text/plain', body: randomBytes(100) })).toHaveLength(0);
});
