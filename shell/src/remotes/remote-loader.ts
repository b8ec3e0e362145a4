import type { ReleasedRemote, ReleaseSet } from '@funnel/contracts/release';
import type { ReactRemote } from '@funnel/shell-kit/remote';

export interface LoadedRemote {
  readonly module: ReactRemote;
  readonly version: string;
}

interface LoaderOptions {
  readonly set: ReleaseSet;
  readonly fetchRemote: (remote: ReleasedRemote) => Promise<ReactRemote>;
  /** Makes the next fetch of this version begin anew. */
  readonly refetchRemote: (remote: ReleasedRemote) => Promise<void>;
  /** Tells the service about a version that could not be had. */
  readonly onFailure: (remote: ReleasedRemote, error: unknown) => void;
  readonly delay?: (ms: number) => Promise<void>;
}

export interface RemoteLoader {
  /** The remote, in the set's version or the one before it. Rejects when neither can be had in time. */
  load(remote: ReleasedRemote): Promise<LoadedRemote>;
  /** What `load` has brought already, so that a screen can be shown without waiting. */
  loaded(name: string): LoadedRemote | undefined;
  /** The same, with another chance for versions that broke. Only ever at the visitor's wish: by itself it would loop. */
  reload(remote: ReleasedRemote): Promise<LoadedRemote>;
  /** A version that loads but breaks when it is shown: from now on the one before it is taken. */
  markFailed(remote: string, version: string): void;
}

const currentBudgetMs = 3000;
const previousBudgetMs = 2500;
const failureMemoryMs = 1000;
// A failed preload is used up by the first real load of its file: entry first, then chunk and style.
const tries = 3;

class TimedOut extends Error {}

/** Current version, retry, previous good version: what to take when a remote is asked for. */
export function createRemoteLoader(parts: LoaderOptions): RemoteLoader {
  const { set, fetchRemote, refetchRemote, onFailure, delay = wait } = parts;
  const loads = new Map<string, Promise<LoadedRemote>>();
  const arrived = new Map<string, LoadedRemote>();
  const failedVersions = new Set<string>();

  async function fetchWithRetry(remote: ReleasedRemote, isRefetch: boolean): Promise<LoadedRemote> {
    if (isRefetch) await refetchRemote(remote);
    let firstError: unknown;
    for (let attempt = 0; attempt < tries; attempt++) {
      try {
        return { module: await fetchRemote(remote), version: remote.version };
      } catch (error) {
        // The first error tells what is wrong; a retry's error misleads.
        firstError ??= error;
      }
    }
    throw firstError;
  }

  async function loadWithTimeout(
    budgetMs: number,
    remote: ReleasedRemote,
    isRefetch: boolean,
  ): Promise<LoadedRemote> {
    if (failedVersions.has(`${remote.name}@${remote.version}`))
      throw new Error(`${remote.name} ${remote.version} broke before`);
    const timeOut = delay(budgetMs).then(() => {
      throw new TimedOut(`${remote.name} ${remote.version} did not arrive within ${budgetMs} ms`);
    });
    try {
      return await Promise.race([fetchWithRetry(remote, isRefetch), timeOut]);
    } catch (error) {
      onFailure(remote, error);
      throw error;
    }
  }

  function loadWithFallback(remote: ReleasedRemote, isRefetch: boolean): Promise<LoadedRemote> {
    const previous = set.previous.find(({ name }) => name === remote.name);
    const loading = loadWithTimeout(currentBudgetMs, remote, isRefetch).catch((error) => {
      if (!previous) throw error;
      return loadWithTimeout(previousBudgetMs, previous, isRefetch);
    });
    loads.set(remote.name, loading);
    loading.then(
      (loaded) => arrived.set(remote.name, loaded),
      // Remembered for a moment, so that the screen that follows does not wait for the same failure again.
      () =>
        delay(failureMemoryMs).then(() => loads.get(remote.name) === loading && loads.delete(remote.name)),
    );
    return loading;
  }

  return {
    load: (remote) => loads.get(remote.name) ?? loadWithFallback(remote, false),
    loaded: (name) => arrived.get(name),
    reload(remote) {
      for (const entry of failedVersions)
        if (entry.startsWith(`${remote.name}@`)) failedVersions.delete(entry);
      return loadWithFallback(remote, true);
    },
    markFailed(name, version) {
      failedVersions.add(`${name}@${version}`);
      loads.delete(name);
      arrived.delete(name);
    },
  };
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
