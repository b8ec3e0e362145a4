import { createViewFilter } from './view-filter.ts';

/** A history entry, as the browser keeps it while its page is loaded again. */
function openEntry(routerState: object) {
  let state: unknown = routerState;
  return {
    get state() {
      return state;
    },
    replaceState(next: unknown) {
      state = next;
    },
  };
}

const view = {
  name: 'ViewContent',
  contentName: 'Trading Information Page',
  contentId: 'info-step-3',
} as const;

it('the view of a screen is not reported again after a reload, whatever else is', () => {
  const entry = openEntry({ idx: 3, key: 'abc' });
  expect(createViewFilter(entry).admit(view)).toBe(true);
  expect(entry.state).toMatchObject({ idx: 3, key: 'abc' });

  const reloaded = createViewFilter(entry);
  expect(reloaded.admit(view)).toBe(false);
  expect(reloaded.admit({ name: 'PageView' })).toBe(true);
  expect(reloaded.admit({ name: 'InitiateCheckout' })).toBe(true);
});

it('a screen that another version shows again reports its view once', () => {
  const filter = createViewFilter(openEntry({ idx: 3 }));
  expect(filter.admit(view)).toBe(true);
  expect(filter.admit(view)).toBe(false);
  filter.leaveScreen();
  expect(filter.admit(view)).toBe(true);
});

it('a screen that could not report its view before the reload reports it after', () => {
  const entry = openEntry({ idx: 0 });
  expect(createViewFilter(entry).admit({ name: 'PageView' })).toBe(true);
  expect(createViewFilter(entry).admit(view)).toBe(true);
});

it('a later view is a new one', () => {
  const entry = openEntry({ idx: 3 });
  createViewFilter(entry).admit(view);
  const reloaded = createViewFilter(entry);
  reloaded.leaveScreen();
  expect(reloaded.admit(view)).toBe(true);
});

it('a view is reported although the browser refuses to change the history', () => {
  const full = {
    state: { idx: 3 },
    replaceState() {
      throw new DOMException('too many changes', 'SecurityError');
    },
  };
  expect(createViewFilter(full).admit(view)).toBe(true);
});
