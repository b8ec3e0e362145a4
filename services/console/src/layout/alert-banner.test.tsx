import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { AlertBanner } from './alert-banner.tsx';

const reasonOf = (failures: number) => `The canary is reported to fail for ${failures} of 200 visitors.`;

/** The banner with an alert on a canary for which this many visitors have reported a failure. */
async function show(failures: number): Promise<string> {
  const store = createConsoleStore();
  const canary = { setId: 'a', reason: reasonOf(failures), failures, visitors: 200, networks: 1 };
  await store.dispatch(consoleApi.util.upsertQueryData('alerts', undefined, { canary }));
  const markup = renderToStaticMarkup(
    <Provider store={store}>
      <AlertBanner />
    </Provider>,
  );
  // Ends the timer that would remove the data later.
  store.dispatch(consoleApi.util.resetApiState());
  return markup;
}

/** The text of each alert, which screen readers announce whenever it changes. */
const announcedIn = (markup: string) =>
  [...markup.matchAll(/<(\w+)(?= [^>]*role="alert")[^>]*>(.*?)<\/\1>/g)].map(([, , content = '']) =>
    content.replace(/<[^>]*>/g, ''),
  );

it('is announced once, however many more failures are reported, and shows the present number', async () => {
  const [before, after] = [await show(40), await show(41)];
  expect(announcedIn(before)).toEqual(['The canary needs your decision']);
  expect(announcedIn(after)).toEqual(announcedIn(before));
  expect(before).toContain(reasonOf(40));
  expect(after).toContain(reasonOf(41));
});
