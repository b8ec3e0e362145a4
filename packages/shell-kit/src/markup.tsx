import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { noopShell } from './noop-shell.tsx';
import type { FunnelShell } from './remote.tsx';
import { ShellProvider } from './shell-context.tsx';

/** For tests: the markup of an element as it first appears to a new visitor, with `changes` to the shell. Effects do not run. */
export const markupOf = (element: ReactNode, changes: Partial<FunnelShell> = {}): string =>
  renderToStaticMarkup(<ShellProvider shell={{ ...noopShell, ...changes }}>{element}</ShellProvider>);
