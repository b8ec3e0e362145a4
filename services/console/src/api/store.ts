import { configureStore, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';

import { consoleApi } from './console-api.ts';

const { session, signIn } = consoleApi.endpoints;

const isSignedOut = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'kind' in payload && payload.kind === 'signed-out';

/**
 * Whoever first hears that nobody is signed in any more has the session asked for anew. After that only what somebody tries
 * does so again, not what is asked every few seconds.
 */
const watchSession: Middleware =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const result = next(action);
    if (!isRejectedWithValue(action) || !isSignedOut(action.payload)) return result;
    if (session.matchRejected(action) || signIn.matchRejected(action)) return result;
    const isTried = action.type.includes('executeMutation');
    if (isTried || session.select()(getState()).isSuccess)
      dispatch(consoleApi.util.invalidateTags(['session']));
    return result;
  };

export function createConsoleStore() {
  const store = configureStore({
    reducer: { [consoleApi.reducerPath]: consoleApi.reducer },
    middleware: (standard) => standard().concat(consoleApi.middleware, watchSession),
  });
  // Polling rests while the page is hidden.
  setupListeners(store.dispatch);
  return store;
}
