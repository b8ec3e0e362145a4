import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { typeErrors } from './check-types.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'types-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'tsconfig.json'), '{ "include": ["src"] }');
});
afterEach(() => rmSync(root, { recursive: true }));

it('finds no errors in code whose types are right', () => {
  writeFileSync(join(root, 'src/a.ts'), 'export const a: number = 1;');
  expect(typeErrors(root)).toBeNull();
});

it('names the place of an error', () => {
  writeFileSync(join(root, 'src/a.ts'), 'export const a: number = "1";');
  expect(typeErrors(root)).toMatch(/^src\/a\.ts\(1,14\): error TS2322/);
});

it('does not take a type checker that ended early for one that found no errors', () => {
  // Deeper than the checker can read.
  writeFileSync(join(root, 'src/a.ts'), `export const a = ${'['.repeat(50_000)}${']'.repeat(50_000)};`);
  expect(typeErrors(root)).toMatch(
    /^The types could not be checked \(status 1\)\. [^]*RangeError: Maximum call stack/,
  );
});
