import type { Permission } from '@funnel/contracts/operators';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

import { consoleApi } from './api/console-api.ts';
import { createConsoleStore } from './api/store.ts';
import { App } from './app.tsx';

/** The console at a path, as an operator with these permissions sees it. */
async function markupOf(path: string, permissions: readonly Permission[]): Promise<string> {
  const store = createConsoleStore();
  const operator = { name: 'ada', preset: 'viewer', permissions: [...permissions] };
  await store.dispatch(consoleApi.util.upsertQueryData('session', undefined, operator));
  const markup = renderToStaticMarkup(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <App />
      </MemoryRouter>
    </Provider>,
  );
  // Ends the timer that would remove the data later.
  store.dispatch(consoleApi.util.resetApiState());
  return markup;
}

it.each(['/tokens', '/emails'])('%s says that the token of a viewer does not permit it', async (path) => {
  const markup = await markupOf(path, ['read-analytics']);
  expect(markup).toContain('Your token does not permit this view.');
  expect(markup).not.toContain('Add a token…');
});

it('offers to add a token to operators who may', async () => {
  expect(await markupOf('/tokens', ['read-analytics', 'manage-tokens'])).toContain('Add a token…');
});

it('says what a token of a publisher can do, and how to use it', async () => {
  for (const path of ['/', '/versions', '/apps/mfe-quiz', '/nowhere']) {
    const markup = await markupOf(path, []);
    expect(markup).toContain(
      'Your token can publish builds of its remotes, deprecate their versions, and set their webhooks.',
    );
    expect(markup).toMatch(/<h1[^>]*>Publishing builds<\/h1>/);
  }
});
