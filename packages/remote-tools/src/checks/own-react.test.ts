import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { inspectBytes } from '@funnel/release-kit/gates/inspect-bytes';
import { minify } from '@swc/core';

import { compile } from '../webpack/compile.ts';

const { resolve } = createRequire(__filename);
const folder = mkdtempSync(join(tmpdir(), 'own-react-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasReact = (text: string) => inspectBytes(Buffer.from(text), []).hasReact;

/** The text of a script with `code` as webpack builds it. */
async function bundle(code: string, externals: Record<string, string> = {}): Promise<string> {
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, code);
  await compile({
    mode: 'production',
    entry,
    externals,
    output: { path: folder, filename: 'bundle.js' },
    resolve: { modules: [dirname(dirname(resolve('react/package.json')))] },
    performance: false,
  });
  return readFileSync(join(folder, 'bundle.js'), 'utf8');
}

const distributed = (file: string) =>
  readFileSync(join(dirname(resolve('react/package.json')), '..', file), 'utf8');

it.each([
  'react/cjs/react.production.js',
  'react/cjs/react.development.js',
  'react-dom/cjs/react-dom.production.js',
])('finds %s, as it is and minified', async (file) => {
  const text = distributed(file);
  expect(hasReact(text)).toBe(true);
  const { code } = await minify(text, { compress: true, mangle: true });
  expect(hasReact(code)).toBe(true);
});

it('finds React DOM 18 alone, by the object that it exports', () => {
  expect(hasReact('a.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED={usingClientEntryPoint:!1}')).toBe(
    true,
  );
});

it.each([
  ['one hook', `import { useEffect } from 'react'; globalThis.start = () => useEffect(() => {});`, {}],
  [
    'React DOM alone',
    `import { createRoot } from 'react-dom/client'; globalThis.start = createRoot;`,
    { react: 'React' },
  ],
])('finds what webpack bundles for %s', async (_, code, externals) => {
  expect(hasReact(await bundle(code, externals))).toBe(true);
});

it.each([
  [
    'a component with shared React',
    `import { useState } from 'react'; globalThis.start = () => useState(0);`,
  ],
  [
    'glue that passes on every export of shared React',
    `import * as React from 'react'; const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: a, useState: b } = React; globalThis.share = { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: a, useState: b };`,
  ],
])('accepts %s', async (_, code) => {
  expect(hasReact(await bundle(code, { react: 'React' }))).toBe(false);
});
