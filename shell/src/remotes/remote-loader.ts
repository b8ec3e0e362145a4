import type { ReleasedRemote, ReleaseSet } from '@funnel/contracts/release';
import type { ReactRemote } from '@funnel/shell-kit/remote';

export interface LoadedRemote {
  readonly module: ReactRemote;
  readonly version: string;
  /** The paths of this version. A fallback version may lack some of the current one. */
  readonly paths: readonly string[];
}

interface LoaderOptions {
  readonly set: ReleaseSet;
  readonly fetchRemote: (remote: ReleasedRemote) => Promise<ReactRemote>;
  /** Makes the next fetch of this version load all files again. */
  readonly refetchRemote: (remote: ReleasedRemote) => Promise<void>;
  /** Called with the first error of each version that could not be loaded. */
  readonly onFailure: (remote: ReleasedRemote, error: unknown) => void;
  readonly delay?: (ms: number) => Promise<void>;
}

export interface RemoteLoader {
  /** Loads the remote in the set's version, else in its fallback version. Rejects if neither loads in time. */
  load(remote: ReleasedRemote): Promise<LoadedRemote>;
  /** The remote that `load` has already loaded, so that its screen can render at once. */
  loaded(name: string): LoadedRemote | undefined;
  /**
   * Loads again, including versions that failed. Call it only when the visitor retries or the browser is online again: other automatic
   * calls could loop.
   */
  reload(remote: ReleasedRemote): Promise<LoadedRemote>;
  /** Resolves with a version that arrives after `load` or `reload` has rejected because its time was up. Never rejects. */
  lateArrival(name: string): Promise<LoadedRemote>;
  /** Marks a version that loaded but failed to render. The next `load` uses the fallback version. */
  markFailed(remote: string, version: string): void;
}

interface Limits {
  readonly currentTimeoutMs: number;
  /** While the current version is this late, the fallback version is fetched too, and is ready when the time is up. */
  readonly fallbackDelayMs: number;
  /** After the time of the current version is up. */
  readonly fallbackTimeoutMs: number;
}
const automaticLimits: Limits = { currentTimeoutMs: 3000, fallbackDelayMs: 2000, fallbackTimeoutMs: 2500 };
/**
 * A visitor who retries on a very slow network waits rather than read the same message again. The current version has 20 seconds, and
 * with a fallback version the visitor waits 30 at most.
 */
const retryLimits: Limits = { currentTimeoutMs: 20_000, fallbackDelayMs: 10_000, fallbackTimeoutMs: 10_000 };
const failureMemoryMs = 1000;
// A failed preload makes the first real load of its file fail, too: once for the entry, then once for a chunk or style.
const maxAttempts = 3;

/** Creates the loader, which tries the current version three times and then the fallback version. */
export function createRemoteLoader(options: LoaderOptions): RemoteLoader {
  const { set, fetchRemote, refetchRemote, onFailure, delay = wait } = options;
  const loads = new Map<string, Promise<LoadedRemote>>();
  const loadedRemotes = new Map<string, LoadedRemote>();
  /** The fetches of failed loads by remote, until one of its versions has loaded. They may still succeed. */
  const lateFetches = new Map<string, readonly Promise<LoadedRemote>[]>();
  const failedVersions = new Set<string>();

  async function fetchWithRetry(remote: ReleasedRemote, isRefetch: boolean): Promise<LoadedRemote> {
    if (isRefetch) await refetchRemote(remote);
    let firstError: unknown;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      try {
        return { module: await fetchRemote(remote), version: remote.version, paths: remote.paths };
      } catch (error) {
        // The first error names the cause. The error of a retry can be misleading.
        firstError ??= error;
      }
    }
    throw firstError;
  }

  async function loadWithTimeout(
    timeoutMs: number,
    remote: ReleasedRemote,
    fetch: (remote: ReleasedRemote) => Promise<LoadedRemote>,
  ): Promise<LoadedRemote> {
    if (failedVersions.has(`${remote.name}@${remote.version}`))
      throw new Error(`${remote.name} ${remote.version} has failed before`);
    const timeout = delay(timeoutMs).then(() => {
      throw new Error(`${remote.name} ${remote.version} did not load within ${timeoutMs} ms`);
    });
    try {
      return await Promise.race([fetch(remote), timeout]);
    } catch (error) {
      onFailure(remote, error);
      throw error;
    }
  }

  function keep(name: string, loaded: LoadedRemote): void {
    loadedRemotes.set(name, loaded);
    lateFetches.delete(name);
  }

  const lateArrival = (name: string) =>
    new Promise<LoadedRemote>((resolve) => {
      for (const fetching of lateFetches.get(name) ?? [])
        fetching.then(
          (loaded) => {
            if (lateFetches.get(name)?.includes(fetching)) {
              loads.set(name, fetching);
              keep(name, loaded);
            }
            if (loadedRemotes.get(name) === loaded) resolve(loaded);
          },
          () => undefined,
        );
    });

  function loadWithFallback(remote: ReleasedRemote, isRefetch: boolean): Promise<LoadedRemote> {
    const { currentTimeoutMs, fallbackDelayMs, fallbackTimeoutMs } = isRefetch
      ? retryLimits
      : automaticLimits;
    const fallback = set.previous.find(({ name }) => name === remote.name);
    let isPending = true;
    let fallbackFetch: Promise<LoadedRemote> | undefined;
    const fetches: Promise<LoadedRemote>[] = [];
    function fetch(version: ReleasedRemote) {
      const fetching = fetchWithRetry(version, isRefetch);
      fetches.push(fetching);
      return fetching;
    }
    const fetchFallback = (version: ReleasedRemote) => (fallbackFetch ??= fetch(version));
    if (fallback)
      void delay(fallbackDelayMs)
        .then(() => (isPending ? fetchFallback(fallback) : undefined))
        // Loading the fallback version reports the same error, if it comes to that.
        .catch(() => undefined);
    const loadingInTime = loadWithTimeout(currentTimeoutMs, remote, fetch)
      .finally(() => (isPending = false))
      .catch((error) => {
        if (!fallback) throw error;
        return loadWithTimeout(fallbackTimeoutMs, fallback, fetchFallback);
      });
    const loading = Promise.race([loadingInTime, lateArrival(remote.name)]);
    loads.set(remote.name, loading);
    const isCurrent = () => loads.get(remote.name) === loading;
    loading.then(
      (loaded) => isCurrent() && keep(remote.name, loaded),
      () => {
        if (!isCurrent()) return;
        lateFetches.set(remote.name, [...(lateFetches.get(remote.name) ?? []), ...fetches]);
        // Kept for a moment, so that the screen after a failed prefetch does not wait for the same failure again.
        return delay(failureMemoryMs).then(() => isCurrent() && loads.delete(remote.name));
      },
    );
    return loading;
  }

  return {
    load: (remote) => loads.get(remote.name) ?? loadWithFallback(remote, false),
    loaded: (name) => loadedRemotes.get(name),
    lateArrival,
    reload(remote) {
      for (const entry of failedVersions)
        if (entry.startsWith(`${remote.name}@`)) failedVersions.delete(entry);
      return loadWithFallback(remote, true);
    },
    markFailed(name, version) {
      failedVersions.add(`${name}@${version}`);
      loads.delete(name);
      loadedRemotes.delete(name);
      lateFetches.delete(name);
    },
  };
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
