import { renderToStaticMarkup } from 'react-dom/server';

import { QueryContent } from './query-content.tsx';

it('says in the panel of the data that the service does not respond, and nothing about a change', () => {
  const query = {
    error: { kind: 'unavailable', code: 'unreachable', reasons: [], files: [] },
    refetch: () => null,
  } as const;
  const text = renderToStaticMarkup(
    <QueryContent query={query} title="Live">
      {() => null}
    </QueryContent>,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(text).toBe(' Live The data could not be loaded. The service does not respond. Try again ');
});
