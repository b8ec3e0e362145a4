import { measureJson } from './measure-json.ts';

it.each([
  ['{}', 1, 0],
  ['{"a":{"b":[1,{"c":2}]}}', 4, 3],
  [JSON.stringify({ a: '"{[:' }), 1, 1],
  [JSON.stringify({ 'a\\': '\\"{{{{' }), 1, 1],
  ['[[[[', 4, 0],
  ['[[1],[2],[3]]', 2, 0],
  ['[{"a":{}},{"b":{}}]', 3, 2],
])('measures %s as %i levels and %i keys', (text, depth, keys) => {
  expect(measureJson(text)).toEqual({ depth, keys, hasNul: false });
});

it('detects an escaped U+0000, but not an escaped backslash before u0000', () => {
  expect(measureJson(JSON.stringify('a\u0000')).hasNul).toBe(true);
  expect(measureJson(JSON.stringify('\\u0000')).hasNul).toBe(false);
});
