import type { FunnelState } from '@funnel/contracts/funnel-state';
import type { Storage as PersistStorage } from 'redux-persist';

import {
  storageMessages,
  storedKeys,
  storedTexts,
  type StoredKey,
  type StoredTexts,
} from './stored-state.ts';

/** Local storage, or what stands in for it; every call may throw. */
export type RawStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface ThreeKeyStorage extends PersistStorage {
  /** The text of a key as it is now. */
  readonly read: (key: StoredKey) => string | null;
  /** What other tabs have written since this one last read or wrote. Each text is told of once. */
  takeExternalChanges(): StoredTexts;
  /** This state came from storage: of these keys nothing is left to write. */
  markAsWritten(keys: readonly StoredKey[], state: FunnelState): void;
}

/**
 * redux-persist's storage that keeps the state as three plain keys rather than one blob. Only what changed is written,
 * so that two tabs overwrite each other no further than they must. A write that fails is reported and forgotten.
 */
export function threeKeyStorage(open: () => RawStorage, report: (message: string) => void): ThreeKeyStorage {
  const written = new Map<StoredKey, string | null>();
  // Apart from what was written, as a damaged text stays where it is, and a storage may forget what it took.
  const seen = new Map<StoredKey, string | null>();

  function read(key: StoredKey) {
    const text = open().getItem(key);
    seen.set(key, text);
    return text;
  }

  function write(key: StoredKey, text: string | null) {
    if (written.get(key) === text) return;
    try {
      if (text === null) open().removeItem(key);
      else open().setItem(key, text);
      written.set(key, text);
      read(key);
    } catch {
      report(storageMessages[key]);
    }
  }

  return {
    read,
    takeExternalChanges() {
      const news: StoredTexts = {};
      try {
        for (const key of storedKeys) {
          const before = seen.get(key);
          const text = read(key);
          if (text !== before) news[key] = text;
        }
      } catch {
        // Blocked, which was said when it was read first. No other tab can write then either.
      }
      return news;
    },
    markAsWritten(keys, state) {
      const texts = storedTexts(state);
      for (const key of keys) written.set(key, texts[key]);
    },
    // The state was read before the store was made; there is nothing to load later.
    getItem: async () => null,
    removeItem: async () => undefined,
    setItem: async (_key: string, state: FunnelState) => {
      const texts = storedTexts(state);
      for (const key of storedKeys) write(key, texts[key]);
    },
  };
}
