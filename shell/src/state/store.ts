import { startedOver, type FunnelAction, type FunnelState } from '@funnel/contracts/funnel-state';
import { configureStore } from '@reduxjs/toolkit';
import { FLUSH, PERSIST, persistReducer, persistStore, REHYDRATE, type Persistor } from 'redux-persist';

import { funnelReducer } from './funnel-slice.ts';
import { createThreeKeyStorage } from './three-key-storage.ts';

export interface FunnelStore {
  get(): FunnelState;
  subscribe(onChange: () => void): () => void;
  dispatch(action: FunnelAction): void;
  /** Applies what other tabs have written since the last read. */
  syncFromStorage(): void;
}

const key = 'funnel';

/**
 * Creates the store of the visitor's state, persisted by redux-persist. Resolves once the stored state is in it. That takes
 * a few microtasks and no timer, so that the first render can await it without a visible delay.
 */
export async function createFunnelStore(
  openStorage: () => Storage,
  report: (message: string) => void,
): Promise<FunnelStore> {
  const storage = createThreeKeyStorage(openStorage, report);
  // The storage reads and writes the state itself. redux-persist's types lack `deserialize`, which it does read.
  const config = { key, storage, serialize: false, deserialize: false, timeout: 0 };
  const store = configureStore({
    reducer: persistReducer(config, funnelReducer),
    middleware: (defaults) => defaults({ serializableCheck: { ignoredActions: [PERSIST, FLUSH] } }),
    devTools: false,
  });
  const persistor = await new Promise<Persistor>((resolve) => {
    const created = persistStore(store, null, () => resolve(created));
  });

  function syncFromStorage() {
    const state = store.getState();
    const merged = storage.mergeExternalChanges(state);
    if (merged !== state) store.dispatch({ type: REHYDRATE, key, payload: merged });
  }

  return {
    get: store.getState,
    subscribe: store.subscribe,
    syncFromStorage,
    dispatch: (action) => {
      // All answers are stored as one text. Written from memory alone, it would undo what another tab has added.
      syncFromStorage();
      store.dispatch(action);
      if (action.type === startedOver().type) void storage.removeItem(key);
      // A navigation that leaves the page may follow at once, so the write does not wait for redux-persist's timer.
      void persistor.flush();
    },
  };
}
