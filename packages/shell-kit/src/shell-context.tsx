import type { FunnelState } from '@funnel/contracts/funnel-state';
import type { TopBar } from '@funnel/contracts/release';
import { createContext, useContext, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react';

import type { FunnelShell } from './remote.tsx';

const ShellContext = createContext<FunnelShell | null>(null);

/** Provides the Shell API to the hooks below it. Each remote renders one around its `Stage` and its widgets. */
export function ShellProvider({ shell, children }: { shell: FunnelShell; children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

/** Returns the Shell API. Throws outside a `ShellProvider`. */
export function useShell(): FunnelShell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell needs a ShellProvider around the remote');
  return shell;
}

/** Returns a part of the visitor's state, and renders again when the part is no longer identical (`Object.is`). */
export function useFunnelState<T>(select: (state: FunnelState) => T): T {
  const { state } = useShell();
  const read = () => select(state.get());
  return useSyncExternalStore(state.subscribe, read, read);
}

/** Sets the top bar of the current screen before the screen is painted. */
export function useTopBar(bar: TopBar): void {
  const shell = useShell();
  const { counter, progress, secureNote, hidden } = bar;
  const to = bar.back?.to;
  const history = bar.back?.history ?? false;
  useLayoutEffect(() => {
    shell.setTopBar({
      back: to === undefined ? null : { to, history },
      counter,
      progress,
      secureNote,
      hidden,
    });
  }, [shell, to, history, counter, progress, secureNote, hidden]);
}
