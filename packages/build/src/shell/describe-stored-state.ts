import { isDeepStrictEqual } from 'node:util';

import type { FunnelState } from '@funnel/contracts/funnel-state';
import { versionedName, type StoredState } from '@funnel/contracts/release';
import { storedFormats, sampleState } from '@funnel/contracts/stored-state-fixtures';
import { loadInNode } from '@funnel/remote-tools/load-in-node';

import { buildPlace } from '../repository.ts';
import type { ShellBuild } from './shell-webpack.ts';

type Texts = StoredState['writes'];

/** The shell's exports for local storage. */
interface StorageModule {
  readStoredState(
    read: (key: string) => string | null,
    report: (message: string) => void,
  ): Readonly<Record<string, unknown>>;
  storedTexts(state: FunnelState): Readonly<Record<string, string | null>>;
}

/** Runs the shell's storage code on every format of stored state that visitors' browsers may contain. */
export async function describeStoredState({
  definition,
  version,
  source,
}: Omit<ShellBuild, 'folder'>): Promise<StoredState> {
  const { readStoredState, storedTexts } = await loadInNode<StorageModule>({
    source,
    module: definition.storedState,
    prefix: versionedName(definition.name, version),
    place: buildPlace,
  });
  const lostOf = (texts: Texts): string[] => {
    const state = readStoredState(
      (key) => texts[key] ?? null,
      () => undefined,
    );
    return Object.entries(sampleState)
      .filter(([part, value]) => !isDeepStrictEqual(state[part], value))
      .map(([part]) => part);
  };
  const stored = Object.entries(storedTexts(sampleState)).flatMap(([key, text]) =>
    text === null ? [] : [[key, text]],
  );
  const writes: Texts = Object.fromEntries(stored);
  const formats: readonly Texts[] = storedFormats.some((format) => isDeepStrictEqual(format, writes))
    ? storedFormats
    : [...storedFormats, writes];
  return { writes, reads: formats.map((texts) => ({ texts, lost: lostOf(texts) })) };
}
