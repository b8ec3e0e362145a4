import type { ReleasedRemote, ReleaseSet } from '@funnel/contracts/release';
import type { ReactRemote } from '@funnel/shell-kit/remote';

import { createRemoteLoader } from './remote-loader.ts';

const release = (version: string, name = 'mfe-quiz'): ReleasedRemote => ({
  name,
  version,
  container: `${name}_${version}`,
  base: `/remotes/${name}/${version}/`,
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

/** Two other remotes with a fallback version. The name of the second one begins with the name of the first remote. */
const others = ['mfe-pricing', 'mfe-quiz-extra'].map((name) => ({
  name,
  current: release('2.1.0', name),
  previous: release('2.0.0', name),
}));

interface LoaderSetup {
  /** The result of each fetch of a version, in order. The last one applies to all further fetches. */
  readonly fetches: Record<string, readonly ('loads' | 'fails' | 'hangs' | 'arrives')[]>;
  readonly withPrevious?: boolean;
  /** By default every timer expires after everything that needs no timer has happened. */
  readonly delay?: (ms: number) => Promise<void>;
  /** By default the files arrive at once. */
  readonly refetch?: () => Promise<void>;
  /** When a fetch that `arrives` does so. */
  readonly arrival?: Promise<void>;
}

const afterImmediate = () => new Promise<void>((resolve) => setImmediate(resolve));

function setUpLoader({
  fetches,
  withPrevious = true,
  delay = afterImmediate,
  refetch,
  arrival,
}: LoaderSetup) {
  const requested: string[] = [];
  const failures: string[] = [];
  const set: ReleaseSet = {
    id: 's',
    number: 1,
    shell: '1.0.0',
    remotes: [current, ...others.map((other) => other.current)],
    previous: [...(withPrevious ? [previous] : []), ...others.map((other) => other.previous)],
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
      if (outcome === 'arrives') await arrival;
      return outcome === 'hangs' ? new Promise<ReactRemote>(() => undefined) : quiz;
    },
    async refetchRemote({ version }) {
      requested.push(`${version} refetch`);
      await refetch?.();
    },
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
    expect(await loader.load(current)).toEqual({ module: quiz, version: '1.1.0', paths: ['/'] });
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

  it('loads the fallback version after the current one failed to render, which is not shown again meanwhile', async () => {
    const { loader } = setUpLoader({ fetches: { '1.1.0': ['loads'], '1.0.0': ['loads'] } });
    await loader.load(current);
    loader.markFailed('mfe-quiz', '1.1.0');
    expect(loader.loaded('mfe-quiz')).toBeUndefined();
    expect((await loader.load(current)).version).toBe('1.0.0');
    expect(loader.loaded('mfe-quiz')?.version).toBe('1.0.0');
  });
});

/** A delay whose timers of one second expire only when the test says so. All others expire automatically. */
function holdSecond() {
  const held: (() => void)[] = [];
  return {
    delay: (ms: number) =>
      ms === 1000 ? new Promise<void>((resolve) => held.push(resolve)) : afterImmediate(),
    async expire() {
      for (const resolve of held) resolve();
      await afterImmediate();
    },
  };
}

describe('after a failure', () => {
  const failsThenLoads = { '1.1.0': ['fails', 'fails', 'fails', 'loads'] } as const;

  it('is fetched again when it is needed again a second later, and not before', async () => {
    const { delay, expire } = holdSecond();
    const { loader, requested } = setUpLoader({ fetches: failsThenLoads, withPrevious: false, delay });
    await expect(loader.load(current)).rejects.toThrow('1.1.0 failure 1');
    await afterImmediate();
    await expect(loader.load(current)).rejects.toThrow('1.1.0 failure 1');
    expect(requested).toHaveLength(3);
    await expire();
    expect((await loader.load(current)).version).toBe('1.1.0');
    expect(requested).toEqual(['1.1.0', '1.1.0', '1.1.0', '1.1.0']);
  });

  it('keeps what a retry has loaded when the second is over', async () => {
    const { delay, expire } = holdSecond();
    const { loader, requested } = setUpLoader({ fetches: failsThenLoads, withPrevious: false, delay });
    await expect(loader.load(current)).rejects.toThrow('1.1.0 failure 1');
    expect((await loader.reload(current)).version).toBe('1.1.0');
    await expire();
    expect((await loader.load(current)).version).toBe('1.1.0');
    expect(requested).toEqual(['1.1.0', '1.1.0', '1.1.0', '1.1.0 refetch', '1.1.0']);
  });

  it('tries the version that failed to render again when the visitor retries', async () => {
    const { loader } = setUpLoader({ fetches: { '1.1.0': ['loads'], '1.0.0': ['loads'] } });
    await loader.load(current);
    loader.markFailed('mfe-quiz', '1.1.0');
    expect((await loader.load(current)).version).toBe('1.0.0');
    expect((await loader.reload(current)).version).toBe('1.1.0');
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

  it.each(others)(
    'does not try a failed version of $name again when the visitor retries another remote',
    async (other) => {
      const { loader } = setUpLoader({
        fetches: { '1.1.0': ['loads'], '2.1.0': ['loads'], '2.0.0': ['loads'] },
      });
      loader.markFailed('mfe-quiz', '1.1.0');
      loader.markFailed(other.name, '2.1.0');
      expect((await loader.reload(current)).version).toBe('1.1.0');
      expect((await loader.load(other.current)).version).toBe('2.0.0');
    },
  );
});

/** A clock that only the test moves. */
function steppedClock() {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly expire: () => void }[] = [];
  return {
    delay: (ms: number) => new Promise<void>((expire) => timers.push({ atMs: nowMs + ms, expire })),
    async advance(ms: number) {
      nowMs += ms;
      const due = timers.filter(({ atMs }) => atMs <= nowMs);
      timers = timers.filter(({ atMs }) => atMs > nowMs);
      for (const { expire } of due) expire();
      await afterImmediate();
    },
  };
}

describe('on a very slow network', () => {
  it('has 20 seconds for each version when the visitor retries, and not the 3 of an automatic load', async () => {
    const { delay, advance } = steppedClock();
    const { loader, requested } = setUpLoader({ fetches: { '1.1.0': ['hangs'], '1.0.0': ['hangs'] }, delay });
    const states: string[] = [];
    const follow = (loading: Promise<unknown>) => {
      states.length = 0;
      loading.catch(({ message }: Error) => states.push(message));
    };
    follow(loader.load(current));
    await advance(3000);
    await advance(2500);
    expect(states).toEqual(['mfe-quiz 1.0.0 did not load within 2500 ms']);

    follow(loader.reload(current));
    requested.length = 0;
    for (let second = 1; second <= 9; second++) await advance(1000);
    // The fallback version does not share the network with the current one yet.
    expect(requested).toEqual(['1.1.0']);
    for (let second = 10; second <= 29; second++) await advance(1000);
    expect(requested).toEqual(['1.1.0', '1.0.0 refetch', '1.0.0']);
    expect(states).toEqual([]);
    await advance(1000);
    expect(states).toEqual(['mfe-quiz 1.0.0 did not load within 10000 ms']);
  });

  it('shows what arrives 19 seconds after the visitor has retried', async () => {
    const { delay, advance } = steppedClock();
    let arrive = () => {};
    const { loader } = setUpLoader({
      fetches: { '1.1.0': ['hangs', 'loads'] },
      withPrevious: false,
      delay,
      refetch: () => new Promise((resolve) => (arrive = resolve)),
    });
    const first = expect(loader.load(current)).rejects.toThrow('1.1.0 did not load within 3000 ms');
    await advance(3000);
    await first;
    const reloading = loader.reload(current);
    for (let second = 1; second <= 19; second++) await advance(1000);
    arrive();
    expect((await reloading).version).toBe('1.1.0');
  });

  /** A loader whose version 1.1.0 has not loaded in time, and arrives when `arrive` is called. */
  async function loaderThatTimedOut() {
    const { delay, advance } = steppedClock();
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    const { loader, requested } = setUpLoader({
      fetches: { '1.1.0': ['arrives'] },
      withPrevious: false,
      delay,
      arrival,
      refetch: () => new Promise(() => undefined),
    });
    const load = expect(loader.load(current)).rejects.toThrow('1.1.0 did not load within 3000 ms');
    await advance(3000);
    await load;
    await advance(1000);
    return { loader, requested, arrive, advance };
  }

  it('keeps what arrives after its time was up', async () => {
    const { loader, requested, arrive } = await loaderThatTimedOut();
    const late = loader.lateArrival('mfe-quiz');
    arrive();
    expect((await late).version).toBe('1.1.0');
    expect(loader.loaded('mfe-quiz')?.version).toBe('1.1.0');
    expect((await loader.load(current)).version).toBe('1.1.0');
    expect(requested).toEqual(['1.1.0']);
  });

  it('keeps what arrives after a retry has failed, too', async () => {
    const { loader, arrive, advance } = await loaderThatTimedOut();
    const reloading = expect(loader.reload(current)).rejects.toThrow('1.1.0 did not load within 20000 ms');
    await advance(20_000);
    await reloading;
    const late = loader.lateArrival('mfe-quiz');
    arrive();
    expect((await late).version).toBe('1.1.0');
    expect(loader.loaded('mfe-quiz')?.version).toBe('1.1.0');
  });

  it('loads at once what has arrived while nobody waited', async () => {
    const { loader, requested, arrive } = await loaderThatTimedOut();
    arrive();
    await afterImmediate();
    expect((await loader.load(current)).version).toBe('1.1.0');
    expect(requested).toEqual(['1.1.0', '1.1.0']);
    expect(loader.loaded('mfe-quiz')?.version).toBe('1.1.0');
  });

  it('loads again if the visitor retries after a late version was shown', async () => {
    const { loader, arrive, advance } = await loaderThatTimedOut();
    const late = loader.lateArrival('mfe-quiz');
    arrive();
    await late;
    const reloading = expect(loader.reload(current)).rejects.toThrow('1.1.0 did not load within 20000 ms');
    await advance(20_000);
    await reloading;
  });

  it('shows what arrives while the retry of the visitor is still in progress', async () => {
    const { loader, arrive, advance } = await loaderThatTimedOut();
    const reloading = expect(loader.reload(current)).resolves.toMatchObject({ version: '1.1.0' });
    arrive();
    await advance(20_000);
    await reloading;
  });

  it('does not keep a late version that has failed to render meanwhile, also on a retry', async () => {
    const { loader, arrive, advance } = await loaderThatTimedOut();
    void loader.lateArrival('mfe-quiz');
    loader.markFailed('mfe-quiz', '1.1.0');
    const reloading = expect(loader.reload(current)).rejects.toThrow('1.1.0 did not load within 20000 ms');
    arrive();
    await advance(20_000);
    await reloading;
    expect(loader.loaded('mfe-quiz')).toBeUndefined();
  });
});
