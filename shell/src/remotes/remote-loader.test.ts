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

interface World {
  /** What each version's fetches do, in order; the last goes on for ever. */
  readonly fetches: Record<string, readonly ('comes' | 'fails' | 'hangs')[]>;
  readonly withPrevious?: boolean;
}

function openWorld({ fetches, withPrevious = true }: World) {
  const asked: string[] = [];
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
      asked.push(version);
      const plan = fetches[version] ?? [];
      const outcome = plan[Math.min(count, plan.length - 1)];
      if (outcome === 'fails') throw new Error(`${version} failure ${count + 1}`);
      return outcome === 'hangs' ? new Promise<ReactRemote>(() => undefined) : quiz;
    },
    refetchRemote: async ({ version }) => void asked.push(`${version} anew`),
    onFailure: ({ version }, error) =>
      failures.push(`${version}: ${error instanceof Error ? error.message : ''}`),
    // Time runs out once everything that could happen by itself has happened.
    delay: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return { loader, asked, failures };
}

describe('loading a remote', () => {
  it('takes the current version, and asks for it once', async () => {
    const { loader, asked } = openWorld({ fetches: { '1.1.0': ['comes'] } });
    await loader.load(current);
    expect(await loader.load(current)).toEqual({ module: quiz, version: '1.1.0' });
    expect(loader.loaded('mfe-quiz')?.version).toBe('1.1.0');
    expect(asked).toEqual(['1.1.0']);
  });

  it('tries three times, because a failed preload is used up by the first load', async () => {
    const { loader, asked } = openWorld({ fetches: { '1.1.0': ['fails', 'fails', 'comes'] } });
    expect((await loader.load(current)).version).toBe('1.1.0');
    expect(asked).toEqual(['1.1.0', '1.1.0', '1.1.0']);
  });

  it('takes the version before when the current one fails, and reports the first error', async () => {
    const { loader, failures } = openWorld({ fetches: { '1.1.0': ['fails'], '1.0.0': ['comes'] } });
    expect((await loader.load(current)).version).toBe('1.0.0');
    expect(failures).toEqual(['1.1.0: 1.1.0 failure 1']);
  });

  it('takes the version before when the current one hangs, without asking again', async () => {
    const { loader, asked } = openWorld({ fetches: { '1.1.0': ['hangs'], '1.0.0': ['comes'] } });
    expect((await loader.load(current)).version).toBe('1.0.0');
    expect(asked).toEqual(['1.1.0', '1.0.0']);
  });

  it('gives up when neither comes', async () => {
    const { loader } = openWorld({ fetches: { '1.1.0': ['fails'], '1.0.0': ['hangs'] } });
    await expect(loader.load(current)).rejects.toThrow('1.0.0 did not arrive within 2500 ms');
  });

  it('begins anew at the visitor’s wish', async () => {
    const { loader, asked } = openWorld({ fetches: { '1.1.0': ['hangs', 'comes'] }, withPrevious: false });
    await expect(loader.load(current)).rejects.toThrow('did not arrive');
    expect((await loader.reload(current)).version).toBe('1.1.0');
    expect(asked).toEqual(['1.1.0', '1.1.0 anew', '1.1.0']);
  });

  it('leaves a version that broke when it was shown', async () => {
    const { loader } = openWorld({ fetches: { '1.1.0': ['comes'], '1.0.0': ['comes'] } });
    await loader.load(current);
    loader.markFailed('mfe-quiz', '1.1.0');
    expect((await loader.load(current)).version).toBe('1.0.0');
  });
});
