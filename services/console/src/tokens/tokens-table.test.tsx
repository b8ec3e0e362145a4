import { renderToStaticMarkup } from 'react-dom/server';

import { TokensTable } from './tokens-table.tsx';

const dayMs = 86_400_000;
const token = { preset: 'viewer', createdAt: Date.now() - 90 * dayMs, lastUsedAt: null, madeBy: 'ada' };

it('says in words which tokens have expired', () => {
  const markup = renderToStaticMarkup(
    <TokensTable
      searched=""
      tokens={[
        { ...token, id: '1', name: 'old', expiresAt: Date.now() - 2 * dayMs },
        { ...token, id: '2', name: 'new', expiresAt: Date.now() + 2 * dayMs },
      ]}
      onRevoke={() => undefined}
    />,
  );
  const rows = markup
    .split('<tr')
    .slice(2)
    .map((row) => row.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '));
  expect(rows).toEqual([
    expect.stringMatching(/ old .* Expires Expired 2 days ago /),
    expect.stringMatching(/ new .* Expires in 2 days /),
  ]);
});

it('says that a token has expired from the very time of its end', () => {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 15) });
  const markup = renderToStaticMarkup(
    <TokensTable
      searched=""
      tokens={[{ ...token, id: '1', name: 'ending', expiresAt: Date.now() }]}
      onRevoke={() => undefined}
    />,
  );
  jest.useRealTimers();
  expect(markup.replace(/<[^>]+>/g, ' ')).toMatch(/Expired\s+just now/);
});
