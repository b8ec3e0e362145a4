import type { ReleaseStatus } from '@funnel/contracts/release-management';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { OperatorProvider } from '../session/operator-context.tsx';
import { VersionsPage } from './versions-page.tsx';

const set: ReleaseStatus['set'] = {
  id: 'set1',
  number: 1,
  members: { 'mfe-quiz': '1.0.0' },
  createdAt: 0,
  withdrawnAt: null,
  certification: null,
  deprecated: [],
};
const build = {
  name: 'mfe-quiz',
  version: '1.1.0',
  publishedAt: 0,
  isLive: false,
  isCanary: false,
  deprecation: null,
  bytes: 1024,
  contracts: [1],
  paths: ['/'],
};

/** The markup of the page for a releaser. */
async function pageOf(status: Omit<ReleaseStatus, 'channel'>): Promise<string> {
  const store = createConsoleStore();
  const { upsertQueryData, resetApiState } = consoleApi.util;
  await Promise.all([
    store.dispatch(upsertQueryData('status', undefined, { channel: 'production', ...status })),
    store.dispatch(upsertQueryData('builds', undefined, { builds: [build] })),
    store.dispatch(upsertQueryData('versionAnalytics', undefined, { versions: [] })),
  ]);
  const markup = renderToStaticMarkup(
    <Provider store={store}>
      <MemoryRouter>
        <OperatorProvider value={{ name: 'rita', preset: 'releaser', permissions: ['certify', 'deploy'] }}>
          <VersionsPage />
        </OperatorProvider>
      </MemoryRouter>
    </Provider>,
  );
  // Ends the timer that would remove the data later.
  store.dispatch(resetApiState());
  return markup;
}

it.each([
  ['nothing is live', { set: null, canary: null }, 'Nothing is live yet. Promote all apps as one set'],
  [
    'a canary runs',
    { set, canary: { set, percent: 10, startedAt: 0, plan: null } },
    'A canary is running. Promote or stop it',
  ],
])('offers no promotion of one version while %s, and says why', async (_, status, reason) => {
  const unavailable = /<button[^>]*aria-disabled="true"[^>]*>Promote…<\/button><span[^>]*>([^<]*)/;
  expect(unavailable.exec(await pageOf(status))?.[1]).toContain(reason);
  expect(await pageOf({ set, canary: null })).not.toMatch(unavailable);
});

it('calls first payments what they are, and has no value for a version that nobody has paid for', async () => {
  const markup = await pageOf({ set, canary: null });
  expect(markup).toMatch(/data-empty="true"><span[^>]*>First payments</);
});
