import { filterOf, withFilter } from './filter-url.ts';

const chosen = (url: string) => filterOf(new URLSearchParams(url));

it('reads the filter of a link, and none from a link without or with an unknown one', () => {
  expect(chosen('destination=crm&state=dead')).toEqual({ destination: 'crm', state: 'dead' });
  expect(chosen('')).toEqual({ destination: null, state: null });
  expect(chosen('destination=&state=lost')).toEqual({ destination: null, state: null });
});

it('writes the filter into the URL, removes it again, and keeps all else', () => {
  const filtered = withFilter(new URLSearchParams('other=1'), { destination: 'crm', state: 'failed' });
  expect(String(filtered)).toBe('other=1&destination=crm&state=failed');
  expect(String(withFilter(filtered, { destination: null, state: null }))).toBe('other=1');
});
