import { configureStore, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';

import { consoleApi } from './console-api.ts';

const { session, signIn } = consoleApi.endpoints;

const isSignedOut = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'kind' in payload && payload.kind === 'signed-out';

/**
 * Fetches the session again when a call finds that it has ended, which opens the sign-in dialog. Once the session is known to
 * have ended, only actions of the operator do so, not polling.
 */
const watchSession: Middleware =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const result = next(action);
    if (!isRejectedWithValue(action) || !isSignedOut(action.payload)) return result;
    if (session.matchRejected(action) || signIn.matchRejected(action)) return result;
    const isMutation = action.type.includes('executeMutation');
    if (isMutation || session.select()(getState()).isSuccess)
      dispatch(consoleApi.util.invalidateTags(['session']));
    return result;
  };

export function createConsoleStore() {
  const store = configureStore({
    reducer: { [consoleApi.reducerPath]: consoleApi.reducer },
    middleware: (standard) => standard().concat(consoleApi.middleware, watchSession),
  });
  // Polling pauses while the page is hidden.
  setupListeners(store.dispatch);
  return store;
}
