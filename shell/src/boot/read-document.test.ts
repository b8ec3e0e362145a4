import type { ReleasedRemote } from '@funnel/contracts/release';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { readDocument, readRelease, readRemotesOrigin } from './read-document.ts';

const remote = (name: string, version: string): ReleasedRemote => ({
  name,
  version,
  container: 'container',
  base: `/remotes/${name}/${version}/`,
  entry: 'remoteEntry.js',
  contract: 1,
  paths: [],
  widgets: [],
  preload: [],
  integrity: {},
});
const set = {
  id: 'set-7',
  number: 7,
  shell: '1.2.0',
  remotes: [remote('mfe-quiz', '1.1.0')],
  previous: [remote('mfe-quiz', '1.0.0')],
};
const { config } = noopShell;
const elsewhere = { ...config, remotesOrigin: 'https://files.example' };

/** A page with these texts by the ids of their elements. */
const pageWith = (texts: Readonly<Record<string, string>>) => ({
  getElementById: (id: string) => {
    const textContent = texts[id];
    return textContent === undefined ? null : { textContent };
  },
});
const page = (publicConfig: object) =>
  pageWith({ 'release-set': JSON.stringify(set), 'public-config': JSON.stringify(publicConfig) });

it('reads the release set and the settings of the page', () => {
  expect(readDocument(page(config))).toEqual({ set, config });
  expect(readRelease(page(config))).toEqual({ setId: 'set-7', shellVersion: '1.2.0' });
  expect(readRemotesOrigin(page(config))).toBe('');
});

it('reads the files of every remote from another origin, also those of the versions that replace a broken one', () => {
  const { remotes, previous } = readDocument(page(elsewhere)).set;
  expect([...remotes, ...previous].map(({ base }) => base)).toEqual([
    'https://files.example/remotes/mfe-quiz/1.1.0/',
    'https://files.example/remotes/mfe-quiz/1.0.0/',
  ]);
  expect(readRemotesOrigin(page(elsewhere))).toBe('https://files.example');
});

it.each([
  ['without data', {}],
  ['with texts that are not JSON', { 'release-set': '{', 'public-config': '{' }],
  ['with other data', { 'release-set': '{"id":7}', 'public-config': '{"currency":"XXX"}' }],
])('does not start a page %s, and reports it without ids', (_, texts) => {
  expect(() => readDocument(pageWith(texts))).toThrow();
  expect(readRelease(pageWith(texts))).toEqual({ setId: '', shellVersion: '' });
  expect(readRemotesOrigin(pageWith(texts))).toBe('');
});

it('says what is damaged', () => {
  const damaged = (texts: Readonly<Record<string, string>>) => () => readDocument(pageWith(texts));
  expect(damaged({ 'release-set': '{}' })).toThrow('the release set of the page is damaged');
  expect(damaged({ 'release-set': JSON.stringify(set), 'public-config': '{}' })).toThrow(
    'the settings of the page are damaged',
  );
});
