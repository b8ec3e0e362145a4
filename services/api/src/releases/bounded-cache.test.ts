import { boundedCache } from './bounded-cache.ts';

it('keeps what was used last within its bound', () => {
  const cache = boundedCache<string>(5, (text) => text.length);
  cache.set('a', 'aa');
  cache.set('b', 'bb');
  expect(cache.get('a')).toBe('aa');
  cache.set('c', 'cc');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['aa', undefined, 'cc']);
});

it('keeps nothing that is larger than the bound', () => {
  const cache = boundedCache<string>(2, (text) => text.length);
  cache.set('large', 'xxx');
  expect(cache.get('large')).toBeUndefined();
});
