import { isDeepStrictEqual } from 'node:util';

import type { FunnelState } from '@funnel/contracts/funnel-state';
import { versionedName, type StoredState } from '@funnel/contracts/release';
import { storedFormats, sampleState } from '@funnel/contracts/stored-state-fixtures';

import { loadInNode } from '../load-in-node.ts';
import type { ShellBuild } from './shell-webpack.ts';

type Texts = StoredState['writes'];

/** The shell's own code for its storage. */
interface StorageModule {
  readStoredState(
    read: (key: string) => string | null,
    report: (message: string) => void,
  ): Readonly<Record<string, unknown>>;
  storedTexts(state: FunnelState): Readonly<Record<string, string | null>>;
}

/** Runs what the shell would run in a browser on every form in which visitors' state may lie there. */
export async function describeStoredState({ definition, version, source }: ShellBuild): Promise<StoredState> {
  const { readStoredState, storedTexts } = await loadInNode<StorageModule>({
    source,
    module: definition.storedState,
    prefix: versionedName(definition.name, version),
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
  const kept = Object.entries(storedTexts(sampleState)).flatMap(([key, text]) =>
    text === null ? [] : [[key, text]],
  );
  const writes: Texts = Object.fromEntries(kept);
  const forms: readonly Texts[] = storedFormats.some((form) => isDeepStrictEqual(form, writes))
    ? storedFormats
    : [...storedFormats, writes];
  return { writes, reads: forms.map((texts) => ({ texts, lost: lostOf(texts) })) };
}
