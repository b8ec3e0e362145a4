import { checkEmail, trimEmail } from '@funnel/contracts/email';
import { emailGiven } from '@funnel/contracts/funnel-state';
import { contractVersion } from '@funnel/contracts/remote-module';
import { ownerOf, type ReleaseSet } from '@funnel/contracts/release';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import type { RemoteLoader } from '../remotes/remote-loader.ts';
import type { FunnelStore } from '../state/store.ts';

/** The part of the router that the Shell API needs. */
interface Navigation {
  go(path: string, options: { replace?: boolean; state?: unknown }): void;
  /** The history state of the current entry. */
  state(): unknown;
}

/** The parts of the Shell API that are passed on as they are. */
type GivenParts = Pick<
  FunnelShell,
  'locale' | 'config' | 'loadWidget' | 'setTopBar' | 'report' | 'notify' | 'request'
>;

interface ShellOptions extends GivenParts {
  readonly set: ReleaseSet;
  readonly store: FunnelStore;
  readonly loader: RemoteLoader;
  readonly navigation: Navigation;
}

/** Returns a query parameter and removes it from the address bar, and so from history and referrers. */
function takeQuery(name: string): string | null {
  const url = new URL(location.href);
  const value = url.searchParams.get(name);
  if (value === null) return null;
  url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  return value;
}

/** Creates the Shell API, the one object that every remote receives. */
export function createShell({ set, store, loader, navigation, ...given }: ShellOptions): FunnelShell {
  return {
    ...given,
    contract: contractVersion,
    state: { get: store.get, subscribe: store.subscribe },
    dispatch: store.dispatch,
    navigate(path, { replace = false, handover } = {}) {
      // The second click of a double click may navigate to the page already shown. That adds no history entry.
      const isHere = path.split('?')[0] === location.pathname;
      navigation.go(path, { replace: replace || isHere, state: handover });
    },
    handover: navigation.state,
    prefetch(path) {
      const owner = ownerOf(set, path);
      // A failed prefetch is ignored, because showing the screen loads the remote again and reports a failure.
      if (owner) loader.load(owner).catch(() => undefined);
    },
    takeQuery,
  };
}

/** The email of the query parameter. Many links have the plus of an email as it is, which a query would read as a space. */
function emailFromUrl(): string {
  const query = new URLSearchParams(location.search.replaceAll('+', '%2B'));
  return trimEmail((query.get('email') ?? '').replaceAll(/^\++|\++$/g, ''));
}

/** Stores the email of the query parameter `email` if it is valid. The parameter is always removed from the address bar. */
export function takeEmailFromUrl(store: FunnelStore): void {
  const email = emailFromUrl();
  takeQuery('email');
  if (checkEmail(email) === 'ok') store.dispatch(emailGiven(email));
}
