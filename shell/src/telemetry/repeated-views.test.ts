import { createRepeatedViews } from './repeated-views.ts';

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
  expect(createRepeatedViews(entry).includes(view)).toBe(false);
  expect(entry.state).toMatchObject({ idx: 3, key: 'abc' });

  const reloaded = createRepeatedViews(entry);
  expect(reloaded.includes(view)).toBe(true);
  expect(reloaded.includes({ name: 'PageView' })).toBe(false);
  expect(reloaded.includes({ name: 'InitiateCheckout' })).toBe(false);
});

it('a screen that could not report its view before the reload reports it after', () => {
  const entry = openEntry({ idx: 0 });
  expect(createRepeatedViews(entry).includes({ name: 'PageView' })).toBe(false);
  expect(createRepeatedViews(entry).includes(view)).toBe(false);
});

it('a later view is a new one', () => {
  const entry = openEntry({ idx: 3 });
  createRepeatedViews(entry).includes(view);
  const reloaded = createRepeatedViews(entry);
  reloaded.leaveScreen();
  expect(reloaded.includes(view)).toBe(false);
});
