import { sameSitePath } from './same-site-path.ts';

it.each([
  ['/final', '/final'],
  ['/a//b', '/a//b'],
  ['//elsewhere.example', '/elsewhere.example'],
  ['///elsewhere.example', '/elsewhere.example'],
  ['/\\elsewhere.example', '/elsewhere.example'],
  ['\\\\elsewhere.example', '/elsewhere.example'],
])('keeps a redirect to %s on this site', (path, expected) => {
  expect(sameSitePath(path)).toBe(expected);
});
