import type { ReleasedRemote } from '@funnel/contracts/release';
import type { ReactRemote } from '@funnel/shell-kit/remote';
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';

const registered = new Set<string>();

/**
 * Fetches one version of a remote. The only file that knows how remotes are federated.
 * The container's name carries the version, because a name registered twice keeps giving the first one's code.
 */
export async function fetchRemote({ container, base, entry }: ReleasedRemote): Promise<ReactRemote> {
  if (!registered.has(container)) {
    registerRemotes([{ name: container, entry: `${base}${entry}`, type: 'var', entryGlobalName: container }]);
    registered.add(container);
  }
  const module = await loadRemote<{ remote: ReactRemote }>(`${container}/remote`);
  if (!module?.remote) throw new Error(`${container} exposes no remote`);
  return module.remote;
}
