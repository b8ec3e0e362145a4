import { versionedName } from '@funnel/contracts/release';
import type { ReactRemote } from '@funnel/shell-kit/remote';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

import { loadInNode } from '../load-in-node.ts';
import type { RemoteBuild } from './remote-webpack.ts';
import { noopShell } from './noop-shell.ts';

/** Prerenders the first screens of a remote. Throws if its module has no `Stage`. */
export async function prerenderScreens({ definition, version, source }: RemoteBuild) {
  const { name, module, firstScreens } = definition;
  if (firstScreens.length === 0) return [];
  const stageModule = { source, module, prefix: versionedName(name, version) };
  const { remote } = await loadInNode<{ remote: ReactRemote }>(stageModule);
  const { Stage } = remote;
  if (!Stage) throw new Error(`${name} names first screens, but its module has no Stage`);
  return firstScreens.map(({ path, title, topBar }) => {
    const html = renderToString(createElement(Stage, { shell: noopShell, path }));
    return { path, title, topBar, html };
  });
}
