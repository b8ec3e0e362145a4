import type { FunnelAction, FunnelState } from '@funnel/contracts/funnel-state';
import { configureStore } from '@reduxjs/toolkit';
import { FLUSH, PERSIST, persistReducer, persistStore } from 'redux-persist';

import { stateSynced, funnelReducer } from './funnel-slice.ts';
import { readStoredState, storedKeys, mergeStoredState } from './stored-state.ts';
import { threeKeyStorage } from './three-key-storage.ts';

export interface FunnelStore {
  get(): FunnelState;
  subscribe(onChange: () => void): () => void;
  dispatch(action: FunnelAction): void;
  /** Takes in what other tabs have written. */
  syncFromStorage(): void;
}

/** The visitor's state: read at once, kept in memory, written through on every change. */
export function createFunnelStore(
  openStorage: () => Storage,
  report: (message: string) => void,
): FunnelStore {
  const storage = threeKeyStorage(openStorage, report);
  const initial = readStoredState(storage.read, report);
  storage.markAsWritten(storedKeys, initial);
  const store = configureStore({
    reducer: persistReducer({ key: 'funnel', storage, serialize: false, timeout: 0 }, funnelReducer),
    // Read above, at once: redux-persist has nothing left to load and writes from the first change on.
    preloadedState: { ...initial, _persist: { version: -1, rehydrated: true } },
    middleware: (defaults) => defaults({ serializableCheck: { ignoredActions: [PERSIST, FLUSH] } }),
    devTools: false,
  });
  const persistor = persistStore(store);

  function syncFromStorage() {
    const news = storage.takeExternalChanges();
    const keys = storedKeys.filter((key) => news[key] !== undefined);
    if (keys.length === 0) return;
    const state = mergeStoredState(store.getState(), news, report);
    storage.markAsWritten(keys, state);
    store.dispatch(stateSynced(state));
  }

  return {
    get: store.getState,
    subscribe: store.subscribe,
    syncFromStorage,
    dispatch: (action) => {
      // All answers are one text: written from memory alone, it would undo what another tab has added.
      syncFromStorage();
      store.dispatch(action);
      // An answer may be followed by a navigation in the same moment.
      void persistor.flush();
    },
  };
}
