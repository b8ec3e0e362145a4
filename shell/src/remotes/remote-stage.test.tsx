import type { ReleasedRemote } from '@funnel/contracts/release';
import { noopShell } from '@funnel/shell-kit/noop-shell';
import { renderToStaticMarkup } from 'react-dom/server';

import { createRemoteLoader } from './remote-loader.ts';
import { RemoteStage } from './remote-stage.tsx';

const release = (version: string, paths: string[]): ReleasedRemote => ({
  name: 'mfe-quiz',
  version,
  container: `mfe-quiz_${version}`,
  base: `/remotes/mfe-quiz/${version}/`,
  entry: 'remoteEntry.js',
  contract: 1,
  paths,
  widgets: [],
  preload: [],
  integrity: {},
});
const current = release('1.1.0', ['/', '/step-18']);
const fallback = release('1.0.0', ['/']);

/** The stage at a path after the current version has thrown, so that the fallback version is loaded. */
async function showOnFallback(path: string): Promise<string> {
  const loader = createRemoteLoader({
    set: { id: 's', number: 1, shell: '1.0.0', remotes: [current], previous: [fallback] },
    fetchRemote: async ({ version }) => {
      if (version === current.version) throw new Error('it does not load');
      return { contract: 1, Stage: (stage) => (stage.path === '/' ? <h1>Home of 1.0.0</h1> : null) };
    },
    refetchRemote: async () => undefined,
    onFailure: () => undefined,
    delay: () => new Promise(() => undefined),
  });
  await loader.load(current);
  return renderToStaticMarkup(
    <RemoteStage
      remote={current}
      path={path}
      shell={noopShell}
      loader={loader}
      onRenderError={() => undefined}
    />,
  );
}

it('shows the fallback version at a path that it has', async () => {
  expect(await showOnFallback('/')).toBe('<h1>Home of 1.0.0</h1>');
});

it('shows a readable message with a retry, not an empty page, at a path that the fallback version does not have', async () => {
  const page = await showOnFallback('/step-18');
  expect(page).toContain('This page could not be loaded');
  expect(page).toContain('Try again</button>');
});
