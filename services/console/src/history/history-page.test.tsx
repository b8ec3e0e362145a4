import type { ReleaseAudit, ReleaseSetRecord } from '@funnel/contracts/release-management';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { OperatorProvider } from '../session/operator-context.tsx';
import { HistoryPage } from './history-page.tsx';

const markupWith = (store: ReturnType<typeof createConsoleStore>): string =>
  renderToStaticMarkup(
    <Provider store={store}>
      <MemoryRouter>
        <OperatorProvider value={{ name: 'vera', preset: 'viewer', permissions: ['read-analytics'] }}>
          <HistoryPage />
        </OperatorProvider>
      </MemoryRouter>
    </Provider>,
  );

it('says how many entries of each list the service returns', () => {
  const [, intro] = /<h1[^>]*>History<\/h1><p[^>]*>([^<]*)/.exec(markupWith(createConsoleStore())) ?? [];
  expect(intro).toBe(
    'The newest 200 deployments to production, the newest 200 changes of the versions of each app, and the newest 100 alerts.',
  );
});

const live: ReleaseSetRecord = {
  id: 'set1',
  number: 1,
  members: {},
  createdAt: 0,
  withdrawnAt: null,
  certification: null,
  deprecated: [],
};
const deployment = {
  actor: 'vera',
  action: 'promote',
  percent: null,
  from: null,
  note: '',
  report: null,
} as const;
/** Set 1 was promoted, then set 2, and production was rolled back to set 1. The newest entry is the first. */
const audit: ReleaseAudit = {
  numbers: { set1: 1, set2: 2 },
  deployments: [
    { ...deployment, at: 3000, action: 'rollback', from: 'set2', to: 'set1' },
    { ...deployment, at: 2000, from: 'set1', to: 'set2' },
    { ...deployment, at: 1000, to: 'set1' },
  ],
  versions: [],
};

it('marks the deployment that made the live set live, and no earlier one of the same set', async () => {
  const store = createConsoleStore();
  const { upsertQueryData, resetApiState } = consoleApi.util;
  await store.dispatch(
    upsertQueryData('status', undefined, { channel: 'production', set: live, canary: null }),
  );
  await store.dispatch(upsertQueryData('audit', undefined, audit));
  const markup = markupWith(store);
  // Ends the timer that would remove the data later.
  store.dispatch(resetApiState());
  expect([...markup.matchAll(/<p[^>]*>(from [^<]*|to [^<]*)<\/p>/g)].map(([, text]) => text)).toEqual([
    'from set 2 (set2) to set 1 (set1) (live now)',
    'from set 1 (set1) to set 2 (set2)',
    'to set 1 (set1)',
  ]);
});
