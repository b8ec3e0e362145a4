import type { ReleasedRemote } from '@funnel/contracts/release';

import { refetchRemote } from './federation.ts';

const entry = '/remotes/mfe-quiz/1.1.0/remoteEntry.js';
const chunk = '/remotes/mfe-quiz/1.1.0/remote.1a2b3c4d.js';
const quiz: ReleasedRemote = {
  name: 'mfe-quiz',
  version: '1.1.0',
  container: 'mfe_quiz_1_1_0',
  base: '/remotes/mfe-quiz/1.1.0/',
  entry: 'remoteEntry.js',
  contract: 1,
  paths: ['/'],
  widgets: [],
  preload: [],
  integrity: { [entry]: 'sha384-of-the-entry', [chunk]: 'sha384-of-the-chunk' },
};

/** A page with the scripts, and a server that has all files but the missing one. */
function openPage({ scripts = [], missing = '' }: { scripts?: readonly string[]; missing?: string }) {
  const inDocument = new Set(scripts);
  const requests: unknown[] = [];
  Object.assign(globalThis, {
    location: new URL('https://quiz.example.com/step-1'),
    document: {
      querySelectorAll(selector: string) {
        const [, part = ''] = /^script\[src\*="(.*)"\]$/.exec(selector) ?? [];
        return scripts
          .filter((src) => src.includes(part))
          .map((src) => ({ remove: () => inDocument.delete(src) }));
      },
    },
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    requests.push({ url: String(url), cache: init?.cache, integrity: init?.integrity });
    return new Response('', { status: String(url).endsWith(missing || '\n') ? 404 : 200 });
  });
  return { requests, inDocument };
}
afterEach(() => {
  jest.restoreAllMocks();
  for (const name of ['location', 'document']) Reflect.deleteProperty(globalThis, name);
});

it('shares React, its JSX runtime and React DOM with remotes, and nothing else', () => {
  const shared = __FEDERATION__.__INSTANCES__.flatMap(({ shareScopeMap }) =>
    Object.keys(shareScopeMap['default'] ?? {}),
  );
  expect(shared.toSorted()).toEqual(['react', 'react-dom', 'react/jsx-runtime']);
});

describe('loading all files of a version again', () => {
  it('takes none of them from the cache of the browser, which keeps damaged files, too, and checks their hashes', async () => {
    const { requests } = openPage({});
    await refetchRemote(quiz);
    expect(requests).toEqual([
      { url: `https://quiz.example.com${entry}`, cache: 'reload', integrity: 'sha384-of-the-entry' },
      { url: `https://quiz.example.com${chunk}`, cache: 'reload', integrity: 'sha384-of-the-chunk' },
    ]);
  });

  it('takes them from the origin of the remotes', async () => {
    const { requests } = openPage({});
    await refetchRemote({ ...quiz, base: `https://cdn.example.com${quiz.base}` });
    expect(requests).toMatchObject([
      { url: `https://cdn.example.com${entry}` },
      { url: `https://cdn.example.com${chunk}` },
    ]);
  });

  it('fails if one of them is missing', async () => {
    openPage({ missing: chunk });
    await expect(refetchRemote(quiz)).rejects.toThrow(`${chunk} returned 404`);
  });

  it('removes the scripts of this version that hang, and those of no other version', async () => {
    const other = '/remotes/mfe-quiz/1.0.0/remoteEntry.js';
    const { inDocument } = openPage({ scripts: [entry, other, chunk, '/assets/1.0.0/shell.js'] });
    await refetchRemote(quiz);
    expect([...inDocument]).toEqual([other, '/assets/1.0.0/shell.js']);
  });
});
