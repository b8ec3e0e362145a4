import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { AnnouncementProvider } from '../components/announcement.tsx';
import { CanaryDialog, type CanaryAction, canaryRequest } from './canary-dialog.tsx';

const set = {
  id: 'set2',
  number: 2,
  members: { 'mfe-quiz': '1.1.0' },
  createdAt: 0,
  withdrawnAt: null,
  certification: null,
  deprecated: [],
};
const stages = { stages: [{ percent: 10, minutes: 60 }], current: 0 };
const plan = { ...stages, dueAt: 3_600_000, remainingMs: 0, heldBecause: null };
/** What it would change to make the canary live. */
const effects = {
  changes: [{ name: 'mfe-quiz', from: '1.0.0', to: '1.1.0', paths: ['/'] }],
  downloadBytes: 41_984,
  inFlight: [
    { number: 1, visitors: 1200 },
    { number: 2, visitors: 1 },
  ],
  keptForMs: 24 * 3_600_000,
};

async function show(action: CanaryAction): Promise<string> {
  const store = createConsoleStore();
  const { upsertQueryData, resetApiState } = consoleApi.util;
  await store.dispatch(upsertQueryData('deploymentEffects', { set: set.id }, effects));
  const markup = renderToStaticMarkup(
    <Provider store={store}>
      <AnnouncementProvider>
        <CanaryDialog
          action={action}
          canary={{ set, percent: 10, startedAt: 0, plan }}
          onClose={() => undefined}
        />
      </AnnouncementProvider>
    </Provider>,
  );
  // Ends the timer that would remove the data later.
  store.dispatch(resetApiState());
  return markup;
}

it.each(['stop', 'hold', 'resume'] as const)(
  'to %s a canary makes no version live, but shows who is in the funnel',
  async (action) => {
    const markup = await show(action);
    expect(markup).toContain('In the funnel now');
    expect(markup).toContain('On set 1: 1,200 visitors are in the funnel.');
    expect(markup).toContain('On set 2: 1 visitor is in the funnel.');
    expect(markup).not.toContain('1.0.0 → 1.1.0');
    expect(markup).not.toContain('downloads at most');
    expect(markup).not.toContain('Compared with the stable set');
  },
);

it.each(['finish', 'widen'] as const)(
  'to %s a canary names the versions that more visitors get',
  async (action) => {
    const markup = await show(action);
    expect(markup).toContain('Compared with the stable set');
    expect(markup).toContain('mfe-quiz: 1.0.0 → 1.1.0, on /');
    expect(markup).toContain('downloads at most 41.0\u00a0KB.');
    expect(markup).toContain('On set 1: 1,200 visitors are in the funnel.');
  },
);

it('holds only at the percentage that the dialog names', async () => {
  expect(await show('hold')).toContain('The canary stays at 10 % until you resume its stages.');
  const canary = { set, percent: 10, startedAt: 0, plan };
  expect(canaryRequest('hold', canary)).toEqual({ action: 'hold', percent: 10, set: 'set2' });
  expect(canaryRequest('stop', canary)).toEqual({ action: 'stop', set: 'set2' });
});
