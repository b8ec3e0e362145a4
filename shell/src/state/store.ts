import type { FunnelAction, FunnelState } from '@funnel/contracts/funnel-state';
import { configureStore } from '@reduxjs/toolkit';
import { FLUSH, PERSIST, persistReducer, persistStore } from 'redux-persist';

import { funnelReducer } from './funnel-slice.ts';
import { readStoredState } from './stored-state.ts';
import { threeKeyStorage } from './three-key-storage.ts';

export interface FunnelStore {
  get(): FunnelState;
  subscribe(onChange: () => void): () => void;
  dispatch(action: FunnelAction): void;
}

/** The visitor's state: read at once, kept in memory, written through on every change. */
export function createFunnelStore(
  openStorage: () => Storage,
  report: (message: string) => void,
): FunnelStore {
  const initial = readStoredState((key) => openStorage().getItem(key), report);
  const storage = threeKeyStorage(openStorage, initial, report);
  const store = configureStore({
    reducer: persistReducer({ key: 'funnel', storage, serialize: false, timeout: 0 }, funnelReducer),
    // Read above, at once: redux-persist has nothing left to load and writes from the first change on.
    preloadedState: { ...initial, _persist: { version: -1, rehydrated: true } },
    middleware: (defaults) => defaults({ serializableCheck: { ignoredActions: [PERSIST, FLUSH] } }),
    devTools: false,
  });
  const persistor = persistStore(store);
  return {
    get: store.getState,
    subscribe: store.subscribe,
    dispatch: (action) => {
      store.dispatch(action);
      // An answer may be followed by a navigation in the same moment.
      void persistor.flush();
    },
  };
}
