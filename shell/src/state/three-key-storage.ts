import type { FunnelState } from '@funnel/contracts/funnel-state';
import type { Storage as PersistStorage } from 'redux-persist';

import {
  mergeStoredState,
  readStoredState,
  storageMessages,
  storedKeys,
  storedTexts,
  type StoredKey,
  type StoredTexts,
} from './stored-state.ts';

/** Local storage or a replacement of it. Opening it and every call may throw. */
type RawStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface ThreeKeyStorage extends PersistStorage {
  /**
   * Returns `state` with the keys that other tabs have changed since this tab last read or wrote them, or `state` itself if
   * there are none. Each change is returned once. A value that cannot be parsed is reported and leaves its key as it is.
   */
  mergeExternalChanges(state: FunnelState): FunnelState;
}

/**
 * Creates the storage engine of redux-persist. It keeps the state under three plain keys rather than in one blob, and
 * nothing else reads or writes these keys. Only changed keys are written, so that a tab keeps what another tab has changed
 * under the other keys. A failed read or write is reported with a message of `storageMessages`, and no call rejects.
 */
export function createThreeKeyStorage(
  open: () => RawStorage,
  report: (message: string) => void,
): ThreeKeyStorage {
  /** The text of this tab's state, per key. */
  const written = new Map<StoredKey, string | null>();
  /** The text last read, per key. It differs from `written` for an invalid text, and for a write that the storage lost. */
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

  function markAsWritten(keys: readonly StoredKey[], state: FunnelState) {
    const texts = storedTexts(state);
    for (const key of keys) written.set(key, texts[key]);
  }

  return {
    getItem: async () => {
      const state = readStoredState(read, report);
      markAsWritten(storedKeys, state);
      return state;
    },
    setItem: async (_key: string, state: FunnelState) => {
      // redux-persist writes also right after it has read. A state without values is no reason to remove texts: they may be
      // invalid for this version, unreadable at first, or from another tab.
      const texts = storedTexts(state);
      for (const key of storedKeys) write(key, texts[key]);
    },
    // For the visitor who starts over. Nothing is left behind, not even what could not be parsed.
    removeItem: async () => {
      written.clear();
      for (const key of storedKeys) write(key, null);
    },
    mergeExternalChanges(state) {
      const changes: StoredTexts = {};
      try {
        for (const key of storedKeys) {
          // Storage that could not be read at first was empty for this tab.
          const before = seen.get(key) ?? null;
          const text = read(key);
          if (text !== before) changes[key] = text;
        }
      } catch {
        // Storage is blocked. That was reported at the first read, and no other tab can write either.
      }
      const changedKeys = storedKeys.filter((key) => changes[key] !== undefined);
      if (changedKeys.length === 0) return state;
      const merged = mergeStoredState(state, changes, report);
      markAsWritten(changedKeys, merged);
      return merged;
    },
  };
}
