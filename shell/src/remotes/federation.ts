import type { ReleasedRemote } from '@funnel/contracts/release';
import type { ReactRemote } from '@funnel/shell-kit/remote';
import { createInstance } from '@module-federation/enhanced/runtime';
import React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import ReactDom from 'react-dom';

const share = (module: object) => ({ version: React.version, lib: () => module });

/** It has no remotes at first: they are registered from the release set when they are needed. */
const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: { react: share(React), 'react-dom': share(ReactDom), 'react/jsx-runtime': share(jsxRuntime) },
});

/** How often each container was refetched. The federation runtime treats every generation as a separate container. */
const containerGenerations = new Map<string, number>();

/**
 * Fetches one version of a remote. Rejects if its files cannot be loaded. Only this file uses the federation runtime.
 * The registered name contains version and generation, because a name registered again still returns the first code.
 */
export async function fetchRemote(remote: ReleasedRemote): Promise<ReactRemote> {
  const { container, base, entry, version } = remote;
  const generation = containerGenerations.get(container) ?? 0;
  const name = `${container}_${generation}`;
  federation.registerRemotes([{ name, entry: `${base}${entry}`, type: 'var', entryGlobalName: container }]);
  // For federation tools only, which load the manifest when somebody opens them. The runtime does not read it.
  __FEDERATION__.moduleInfo[`${remote.name}:${version}`] = {
    version,
    remoteEntry: `${base}mf-manifest.json`,
  };
  const module = await federation.loadRemote<{ remote: ReactRemote }>(`${name}/remote`);
  if (!module?.remote) throw new Error(`${container} does not export "remote"`);
  return module.remote;
}

/**
 * Makes the next `fetchRemote` of this version load all files again, after some were missing or damaged.
 * Rejects if a file still cannot be loaded or does not match its integrity hash.
 */
export async function refetchRemote({ container, base, integrity }: ReleasedRemote): Promise<void> {
  // Published files are immutable, so the browser keeps damaged ones too. Only a reload replaces them in its cache.
  await Promise.all(
    Object.entries(integrity).map(async ([url, hash]) => {
      const response = await fetch(new URL(url, new URL(base, location.href)), {
        cache: 'reload',
        integrity: hash,
      });
      if (!response.ok) throw new Error(`${url} returned ${response.status}`);
      await response.arrayBuffer();
    }),
  );
  // The loader removes a script that has loaded. One that is still in the document hangs and would be awaited again.
  for (const script of document.querySelectorAll(`script[src*="${base}"]`)) script.remove();
  containerGenerations.set(container, (containerGenerations.get(container) ?? 0) + 1);
}
