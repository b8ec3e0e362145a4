import { measureJson } from './measure-json.ts';

it.each([
  ['{}', 1, 0],
  ['{"a":{"b":[1,{"c":2}]}}', 4, 3],
  [JSON.stringify({ a: '"{[:' }), 1, 1],
  [JSON.stringify({ 'a\\': '\\"{{{{' }), 1, 1],
  ['[[[[', 4, 0],
])('finds in %s %i levels and %i keys', (text, depth, keys) => {
  expect(measureJson(text)).toEqual({ depth, keys, hasNul: false });
});

it('finds the character zero, and not what only looks like it', () => {
  expect(measureJson(JSON.stringify('a\u0000')).hasNul).toBe(true);
  expect(measureJson(JSON.stringify('\\u0000')).hasNul).toBe(false);
});
