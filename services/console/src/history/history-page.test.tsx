import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

import { createConsoleStore } from '../api/store.ts';
import { OperatorProvider } from '../session/operator-context.tsx';
import { HistoryPage } from './history-page.tsx';

it('says how many entries of each list the service returns', () => {
  const markup = renderToStaticMarkup(
    <Provider store={createConsoleStore()}>
      <MemoryRouter>
        <OperatorProvider value={{ name: 'vera', preset: 'viewer', permissions: ['read-analytics'] }}>
          <HistoryPage />
        </OperatorProvider>
      </MemoryRouter>
    </Provider>,
  );
  const [, lead] = /<h1[^>]*>History<\/h1><p[^>]*>([^<]*)/.exec(markup) ?? [];
  expect(lead).toBe(
    'The newest 200 deployments to production, the newest 200 changes of versions, and the newest 100 alerts.',
  );
});
