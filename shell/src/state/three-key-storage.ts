import type { FunnelState } from '@funnel/contracts/funnel-state';
import type { Storage as PersistStorage } from 'redux-persist';

import { storageMessages, storedKeys, storedTexts, type StoredKey } from './stored-state.ts';

/** Local storage, or what stands in for it; every call may throw. */
export type RawStorage = Pick<Storage, 'setItem' | 'removeItem'>;

/**
 * redux-persist's storage that keeps the state as three plain keys rather than one blob. Only what changed is written,
 * so that two tabs overwrite each other no further than they must. A write that fails is reported and forgotten.
 */
export function threeKeyStorage(
  open: () => RawStorage,
  initial: FunnelState,
  report: (message: string) => void,
): PersistStorage {
  const written = new Map<StoredKey, string | null>(
    storedKeys.map((key) => [key, storedTexts(initial)[key]]),
  );

  function write(key: StoredKey, text: string | null) {
    if (written.get(key) === text) return;
    try {
      if (text === null) open().removeItem(key);
      else open().setItem(key, text);
      written.set(key, text);
    } catch {
      report(storageMessages[key]);
    }
  }

  return {
    // The state was read before the store was made; there is nothing to load later.
    getItem: async () => null,
    removeItem: async () => undefined,
    setItem: async (_key: string, state: FunnelState) => {
      const texts = storedTexts(state);
      for (const key of storedKeys) write(key, texts[key]);
    },
  };
}
