import type { ReleasedRemote, ReleaseSet } from '@funnel/contracts/release';
import type { ReactRemote } from '@funnel/shell-kit/remote';

import { createRemoteLoader } from './remote-loader.ts';

const release = (version: string): ReleasedRemote => ({
  name: 'mfe-quiz',
  version,
  container: `mfe_quiz_${version}`,
  base: `/remotes/mfe-quiz/${version}/`,
  entry: 'remoteEntry.js',
  contract: 1,
  paths: ['/'],
  widgets: [],
  preload: [],
  integrity: {},
});
const current = release('1.1.0');
const previous = release('1.0.0');
const quiz: ReactRemote = { contract: 1 };

interface LoaderSetup {
  /** The result of each fetch of a version, in order. The last one applies to all further fetches. */
  readonly fetches: Record<string, readonly ('loads' | 'fails' | 'hangs')[]>;
  readonly withPrevious?: boolean;
  /** By default every timer expires after everything that needs no timer has happened. */
  readonly delay?: (ms: number) => Promise<void>;
}

const afterImmediate = () => new Promise<void>((resolve) => setImmediate(resolve));

function setUpLoader({ fetches, withPrevious = true, delay = afterImmediate }: LoaderSetup) {
  const requested: string[] = [];
  const failures: string[] = [];
  const set: ReleaseSet = {
    id: 's',
    number: 1,
    shell: '1.0.0',
    remotes: [current],
    previous: withPrevious ? [previous] : [],
  };
  const counts = new Map<string, number>();
  const loader = createRemoteLoader({
    set,
    async fetchRemote({ version }) {
      const count = counts.get(version) ?? 0;
      counts.set(version, count + 1);
      requested.push(version);
      const outcomes = fetches[version] ?? [];
      const outcome = outcomes[Math.min(count, outcomes.length - 1)];
      if (outcome === 'fails') throw new Error(`${version} failure ${count + 1}`);
      return outcome === 'hangs' ? new Promise<ReactRemote>(() => undefined) : quiz;
    },
    refetchRemote: async ({ version }) => void requested.push(`${version} refetch`),
    onFailure: ({ version }, error) =>
      failures.push(`${version}: ${error instanceof Error ? error.message : ''}`),
    delay,
  });
  return { loader, requested, failures };
}

describe('loading a remote', () => {
  it('loads the current version, and requests it once', async () => {
    const { loader, requested } = setUpLoader({ fetches: { '1.1.0': ['loads'] } });
    await loader.load(current);
    expect(await loader.load(current)).toEqual({ module: quiz, version: '1.1.0' });
    expect(loader.loaded('mfe-quiz')?.version).toBe('1.1.0');
    expect(requested).toEqual(['1.1.0']);
  });

  it('tries three times, because a failed preload is used up by the first load', async () => {
    const { loader, requested } = setUpLoader({ fetches: { '1.1.0': ['fails', 'fails', 'loads'] } });
    expect((await loader.load(current)).version).toBe('1.1.0');
    expect(requested).toEqual(['1.1.0', '1.1.0', '1.1.0']);
  });

  it('loads the fallback version if the current one fails, and reports the first error', async () => {
    const { loader, failures } = setUpLoader({ fetches: { '1.1.0': ['fails'], '1.0.0': ['loads'] } });
    expect((await loader.load(current)).version).toBe('1.0.0');
    expect(failures).toEqual(['1.1.0: 1.1.0 failure 1']);
  });

  it('loads the fallback version if the current one hangs, without a retry', async () => {
    const { loader, requested } = setUpLoader({ fetches: { '1.1.0': ['hangs'], '1.0.0': ['loads'] } });
    expect((await loader.load(current)).version).toBe('1.0.0');
    expect(requested).toEqual(['1.1.0', '1.0.0']);
  });

  it('fetches the fallback version before the time of a late current version is up, and only once', async () => {
    let expire = () => {};
    const { loader, requested } = setUpLoader({
      fetches: { '1.1.0': ['hangs'], '1.0.0': ['loads'] },
      delay: (ms) => (ms === 3000 ? new Promise((resolve) => (expire = resolve)) : afterImmediate()),
    });
    const loading = loader.load(current);
    await afterImmediate();
    await afterImmediate();
    expect(requested).toEqual(['1.1.0', '1.0.0']);
    expire();
    expect((await loading).version).toBe('1.0.0');
    expect(requested).toEqual(['1.1.0', '1.0.0']);
  });

  it('does not fetch the fallback version if the current one loads', async () => {
    const { loader, requested } = setUpLoader({ fetches: { '1.1.0': ['loads'], '1.0.0': ['loads'] } });
    await loader.load(current);
    await afterImmediate();
    await afterImmediate();
    expect(requested).toEqual(['1.1.0']);
  });

  it('rejects if neither version loads', async () => {
    const { loader } = setUpLoader({ fetches: { '1.1.0': ['fails'], '1.0.0': ['hangs'] } });
    await expect(loader.load(current)).rejects.toThrow('1.0.0 did not load within 2500 ms');
  });

  it('loads all files again when the visitor retries', async () => {
    const { loader, requested } = setUpLoader({
      fetches: { '1.1.0': ['hangs', 'loads'] },
      withPrevious: false,
    });
    await expect(loader.load(current)).rejects.toThrow('did not load');
    expect((await loader.reload(current)).version).toBe('1.1.0');
    expect(requested).toEqual(['1.1.0', '1.1.0 refetch', '1.1.0']);
  });

  it('loads the fallback version after the current one failed to render', async () => {
    const { loader } = setUpLoader({ fetches: { '1.1.0': ['loads'], '1.0.0': ['loads'] } });
    await loader.load(current);
    loader.markFailed('mfe-quiz', '1.1.0');
    expect((await loader.load(current)).version).toBe('1.0.0');
  });

  it('loads the current version again when the visitor retries after it failed to render', async () => {
    const { loader, requested } = setUpLoader({
      fetches: { '1.1.0': ['loads'], '1.0.0': ['fails'] },
    });
    await loader.load(current);
    loader.markFailed('mfe-quiz', '1.1.0');
    await expect(loader.load(current)).rejects.toThrow('1.0.0 failure 1');
    requested.length = 0;
    expect((await loader.reload(current)).version).toBe('1.1.0');
    expect(requested).toEqual(['1.1.0 refetch', '1.1.0']);
  });

  it('does not repeat a failed load for a second, and then tries again', async () => {
    let endSecond = () => {};
    const { loader, requested } = setUpLoader({
      fetches: { '1.1.0': ['fails', 'fails', 'fails', 'loads'] },
      withPrevious: false,
      delay: (ms) => (ms === 1000 ? new Promise((resolve) => (endSecond = resolve)) : afterImmediate()),
    });
    await expect(loader.load(current)).rejects.toThrow('1.1.0 failure 1');
    await expect(loader.load(current)).rejects.toThrow('1.1.0 failure 1');
    expect(requested).toEqual(['1.1.0', '1.1.0', '1.1.0']);
    endSecond();
    await afterImmediate();
    expect((await loader.load(current)).version).toBe('1.1.0');
    expect(requested).toEqual(['1.1.0', '1.1.0', '1.1.0', '1.1.0']);
  });
});
