import { checkEmail } from '@funnel/contracts/email';
import type { PublicConfig } from '@funnel/contracts/api';
import { emailGiven } from '@funnel/contracts/funnel-state';
import { contractVersion, type Toast } from '@funnel/contracts/remote-module';
import { ownerOf, type ReleaseSet, type TopBar } from '@funnel/contracts/release';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import type { RemoteLoader } from '../remotes/remote-loader.ts';
import type { FunnelStore } from '../state/store.ts';

/** The router as the waist needs it. */
interface Navigation {
  go(path: string, options: { replace?: boolean; state?: unknown }): void;
  /** The history state of the entry shown now. */
  state(): unknown;
}

interface ShellOptions {
  readonly set: ReleaseSet;
  readonly config: PublicConfig;
  readonly store: FunnelStore;
  readonly loader: RemoteLoader;
  readonly loadWidget: FunnelShell['loadWidget'];
  readonly report: FunnelShell['report'];
  readonly navigation: Navigation;
  readonly setTopBar: (bar: TopBar) => void;
  readonly notify: (toast: Toast) => void;
}

/** Reads a query parameter once and removes it from the address bar, and so from history and referrers. */
function takeQuery(name: string): string | null {
  const url = new URL(location.href);
  const value = url.searchParams.get(name);
  if (value === null) return null;
  url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  return value;
}

/** Builds the waist, the one object that every remote gets. */
export function createShell(parts: ShellOptions): FunnelShell {
  const { set, config, store, loader, navigation } = parts;
  return {
    contract: contractVersion,
    locale: 'en',
    config,
    state: { get: store.get, subscribe: store.subscribe },
    dispatch: store.dispatch,
    navigate(path, { replace = false, handover } = {}) {
      // Going where one is already, as the second click of a double click may, is no further step in history.
      const isHere = path === location.pathname;
      navigation.go(path, { replace: replace || isHere, state: handover });
    },
    handover: navigation.state,
    prefetch(path) {
      const owner = ownerOf(set, path);
      // A prefetch that fails costs nothing: the visit itself will try again and say so.
      if (owner) loader.load(owner).catch(() => undefined);
    },
    loadWidget: parts.loadWidget,
    setTopBar: parts.setTopBar,
    takeQuery,
    report: parts.report,
    notify: parts.notify,
    request(path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('x-release-set', set.id);
      return fetch(path, { ...init, headers, credentials: 'same-origin' });
    },
  };
}

/** An address in the link that brought the visitor is taken over, if it is one, and never stays in the address bar. */
export function takeEmailFromAddress(store: FunnelStore): void {
  const email = takeQuery('email')?.trim();
  if (email && checkEmail(email) === 'ok') store.dispatch(emailGiven(email));
}
