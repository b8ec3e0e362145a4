import type { ReleasedRemote } from '@funnel/contracts/release';
import type { ReactRemote } from '@funnel/shell-kit/remote';
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';

/** How often a version was begun anew; each beginning is a container of its own to the federation runtime. */
const containerGenerations = new Map<string, number>();

/**
 * Fetches one version of a remote. The only file that knows how remotes are federated.
 * The container's name carries the version, because a name registered twice keeps giving the first one's code.
 */
export async function fetchRemote({ container, base, entry }: ReleasedRemote): Promise<ReactRemote> {
  const beginning = containerGenerations.get(container);
  const name = `${container}_${beginning ?? 0}`;
  if (beginning === undefined) containerGenerations.set(container, 0);
  registerRemotes([{ name, entry: `${base}${entry}`, type: 'var', entryGlobalName: container }]);
  const module = await loadRemote<{ remote: ReactRemote }>(`${name}/remote`);
  if (!module?.remote) throw new Error(`${container} exposes no remote`);
  return module.remote;
}

/**
 * Makes the next `fetchRemote` of this version begin anew, after files that never came or came damaged.
 * Rejects when a file still cannot be had.
 */
export async function refetchRemote({ container, base, integrity }: ReleasedRemote): Promise<void> {
  // Published files are cached for good, damaged ones too: only a reload replaces what the browser keeps.
  await Promise.all(
    Object.entries(integrity).map(async ([address, hash]) => {
      const response = await fetch(address, { cache: 'reload', integrity: hash });
      if (!response.ok) throw new Error(`${address} answers ${response.status}`);
      await response.arrayBuffer();
    }),
  );
  // A script that has come is taken out by its loader. One that still stands here hangs, and would be waited for again.
  for (const script of document.querySelectorAll(`script[src*="${base}"]`)) script.remove();
  containerGenerations.set(container, (containerGenerations.get(container) ?? 0) + 1);
}
