import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { publishResults } from './benchmark-results.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('prints a table of minimum, median and maximum, and writes every value as JSON', () => {
  const file = join(folder, 'new/web.json');
  const lines: string[] = [];
  const results = { 'LCP in ms': [1204.4, 998.2, 1100], 'LCP as a ratio': [1.31, 1.02, 1.1] };
  publishResults(file, results, (line) => lines.push(line));
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['result', 'min', 'median', 'max'],
    ['LCP in ms', '998', '1100', '1204'],
    ['LCP as a ratio', '1.02', '1.10', '1.31'],
    [`written to ${file}`],
  ]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(results);
});
