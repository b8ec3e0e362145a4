import type { ReleasedRemote } from '@funnel/contracts/release';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { createFunnelStore } from '../state/store.ts';
import { createShell } from './create-shell.ts';

const pricing: ReleasedRemote = {
  name: 'mfe-pricing',
  version: '1.0.0',
  container: 'mfe_pricing_1_0_0',
  base: '/remotes/mfe-pricing/1.0.0/',
  entry: 'remoteEntry.js',
  contract: 1,
  paths: ['/final'],
  widgets: [],
  preload: [],
  integrity: {},
};

/** The Shell API of a page at `/step-1`, whose remotes do not load. */
async function openPage() {
  const go = jest.fn();
  const load = jest.fn(() => Promise.reject(new Error('gone')));
  const store = await createFunnelStore(fail, () => undefined);
  const shell = createShell({
    ...noopShell,
    set: { id: 's', number: 1, shell: '1.0.0', remotes: [pricing], previous: [] },
    store,
    loader: {
      load,
      loaded: () => undefined,
      lateArrival: () => new Promise(() => undefined),
      reload: load,
      markFailed: () => undefined,
    },
    navigation: { go, state: () => null },
  });
  return { shell, go, load };
}

function fail(): never {
  throw new Error('no storage');
}

beforeAll(() => void Object.assign(globalThis, { location: { pathname: '/step-1' } }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'location'));

it('adds a history entry for another path, and none for the path that is shown', async () => {
  const { shell, go } = await openPage();
  shell.navigate('/stats-slide');
  shell.navigate('/step-1');
  shell.navigate('/final', { replace: true, handover: { selectedPlan: 'plan3' } });
  expect(go.mock.calls).toEqual([
    ['/stats-slide', { replace: false, state: undefined }],
    ['/step-1', { replace: true, state: undefined }],
    ['/final', { replace: true, state: { selectedPlan: 'plan3' } }],
  ]);
});

it('adds no history entry for the path that is shown if it has a query', async () => {
  const { shell, go } = await openPage();
  shell.navigate('/stats-slide?session_id=cs_1');
  shell.navigate('/step-1?session_id=cs_1');
  expect(go.mock.calls).toEqual([
    ['/stats-slide?session_id=cs_1', { replace: false, state: undefined }],
    ['/step-1?session_id=cs_1', { replace: true, state: undefined }],
  ]);
});

it('ignores a failed prefetch, which is no error of the page', async () => {
  const { shell, load } = await openPage();
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  shell.prefetch('/final');
  shell.prefetch('/nowhere');
  // Node reports unhandled rejections before the next task.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(load.mock.calls).toEqual([[pricing]]);
  expect(unhandled).not.toHaveBeenCalled();
});
