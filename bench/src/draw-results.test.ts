import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { drawResults } from './draw-results.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('draws the median of each measured goal, and says whether the goal is met', () => {
  const results = {
    'LCP, ratio to LCP without scripts': [1.2, 1.01, 0.9],
    'takeover, ratio to the single app': [1.18],
    'longest task, ms': [0],
  };
  writeFileSync(join(folder, 'web.json'), JSON.stringify(results));
  const documents = { 'published files, ratio to sirv': [0.99] };
  writeFileSync(join(folder, 'documents.json'), JSON.stringify(documents));

  const texts = [...drawResults(folder).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  expect(texts).toEqual([
    'goal',
    'LCP / without scripts',
    '1.01, at most 1.10',
    'First answer handled / one app',
    '1.18, not at most 1.10',
    'Longest task of the first screen',
    '0.00 ms, at most 100 ms',
    'Published files / sirv',
    '0.99, at least 0.85',
  ]);
});
