import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { ReactRemote } from '@funnel/shell-kit/remote';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

import type { RemoteDefinition } from '../definition.ts';
import { stillShell } from './still-shell.ts';

const require = createRequire(import.meta.url);

function readRemote(file: string): ReactRemote {
  const { remote }: { remote: ReactRemote } = require(file);
  return remote;
}

/** Draws the screens a remote names as HTML. */
export function drawFirstScreens(definition: RemoteDefinition, drawingFolder: string) {
  if (definition.firstScreens.length === 0) return [];
  const { Stage } = readRemote(join(drawingFolder, 'drawing.cjs'));
  if (!Stage) throw new Error(`${definition.name} names first screens, but its module has no Stage`);
  return definition.firstScreens.map(({ path, title, topBar }) => {
    const html = renderToString(createElement(Stage, { shell: stillShell, path }));
    return { path, title, topBar, html };
  });
}
