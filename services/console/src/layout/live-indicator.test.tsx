import type { ReleaseSetRecord, ReleaseStatus } from '@funnel/contracts/release-management';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { LiveIndicator } from './live-indicator.tsx';

const set: ReleaseSetRecord = {
  id: 'set7',
  number: 7,
  members: {},
  createdAt: 0,
  withdrawnAt: null,
  certification: null,
  deprecated: [],
};
const live: ReleaseStatus = {
  channel: 'production',
  set,
  canary: { set: { ...set, id: 'set8', number: 8 }, percent: 10, startedAt: 0, plan: null },
};

/** What the indicator says after this status was loaded, and perhaps a later fetch has failed. */
async function show(status: ReleaseStatus, { isFetchFailing = false } = {}): Promise<string> {
  const store = createConsoleStore();
  await store.dispatch(consoleApi.util.upsertQueryData('status', undefined, status));
  if (isFetchFailing) {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await store.dispatch(consoleApi.endpoints.status.initiate(undefined, { forceRefetch: true }));
  }
  const markup = renderToStaticMarkup(
    <Provider store={store}>
      <LiveIndicator />
    </Provider>,
  );
  // Ends the timer that would remove the data later.
  store.dispatch(consoleApi.util.resetApiState());
  return markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

afterEach(() => jest.restoreAllMocks());

it('names the live set and the share of the canary, or says that nothing is live', async () => {
  expect(await show(live)).toBe('Set 7 live canary 10 %');
  expect(await show({ ...live, set: null, canary: null })).toBe('Nothing live');
});

it('names no set while the service does not respond, because another one may be live by now', async () => {
  expect(await show(live, { isFetchFailing: true })).toBe('Not up to date');
});
