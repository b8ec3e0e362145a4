import { createHistoryPaths } from './history-paths.ts';

const history: { state: unknown } = { state: null };
beforeAll(() => Object.defineProperty(globalThis, 'history', { value: history, configurable: true }));

/** A page that shows the entries of the given numbers. */
function show(...entries: readonly { state: unknown; path: string }[]) {
  const paths = createHistoryPaths();
  for (const { state, path } of entries) {
    history.state = state;
    paths.note(path);
  }
  return paths;
}

it('knows to which path the browser’s Back leads, also after a way back and another way forward', () => {
  const paths = show(
    { state: { idx: 0 }, path: '/' },
    { state: { idx: 1 }, path: '/step-1' },
    { state: { idx: 2 }, path: '/stats-slide' },
  );
  expect(paths.previous()).toBe('/step-1');
  history.state = { idx: 1 };
  paths.note('/step-2');
  expect(paths.previous()).toBe('/');
  history.state = { idx: 2 };
  expect(paths.previous()).toBe('/step-2');
});

it.each([
  ['the first entry', [{ state: { idx: 0 }, path: '/step-2' }]],
  ['an entry without a number', [{ state: null, path: '/step-2' }]],
  ['the entry with which the page was loaded again', [{ state: { idx: 7 }, path: '/step-2' }]],
])('knows no path before %s', (_, entries) => {
  expect(show(...entries).previous()).toBeUndefined();
});
