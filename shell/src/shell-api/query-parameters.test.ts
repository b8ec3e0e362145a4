import { noopShell } from '@funnel/shell-kit/noop-shell';

import { createFunnelStore } from '../state/store.ts';
import { createShell, takeEmailFromUrl } from './create-shell.ts';

const entryState = { idx: 2, usr: { selectedPlan: 'plan3' } };

function unused(): never {
  throw new Error('is not used here');
}

/** Opens a page at this URL, whose history entry has a state. */
async function openAt(url: string) {
  const replaceState = jest.fn();
  Object.assign(globalThis, {
    location: new URL(url, 'https://funnel.example'),
    history: { state: entryState, replaceState },
  });
  const store = await createFunnelStore(unused, () => undefined);
  const shell = createShell({
    ...noopShell,
    set: { id: 's', number: 1, shell: '1.0.0', remotes: [], previous: [] },
    store,
    loader: {
      load: unused,
      loaded: () => undefined,
      lateArrival: () => new Promise(() => undefined),
      reload: unused,
      markFailed: () => undefined,
    },
    navigation: { go: () => undefined, state: () => null },
  });
  /** Each URL that has replaced the first one, with the state of its entry. */
  const replaced = () => replaceState.mock.calls.map(([state, , next]) => [state, String(next)]);
  return { shell, store, replaced };
}

afterAll(() => {
  for (const name of ['location', 'history']) Reflect.deleteProperty(globalThis, name);
});

it('takes a parameter out of the URL, and leaves the rest of it and the state of the history entry', async () => {
  const { shell, replaced } = await openAt('/step-1?traded=YES&utm_source=mail');
  expect(shell.takeQuery('traded')).toBe('YES');
  expect(shell.takeQuery('email')).toBeNull();
  expect(replaced()).toEqual([[entryState, 'https://funnel.example/step-1?utm_source=mail']]);
});

it.each([
  ['visitor@example.com', 'visitor@example.com'],
  ['visitor', null],
  ['', null],
])('takes the email "%s" out of the URL, and stores %s', async (given, stored) => {
  const { store, replaced } = await openAt(`/final?email=${given}`);
  takeEmailFromUrl(store);
  expect(replaced()).toEqual([[entryState, 'https://funnel.example/final']]);
  expect(store.get().email).toBe(stored);
});
