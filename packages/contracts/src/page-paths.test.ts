import { isCleanPagePath } from './page-paths.ts';

it.each(['/', '/step-17', '/survey/exit', '/apis', '/branding/logo'])(
  'a screen may have the path %s',
  (path) => {
    expect(isCleanPagePath(path)).toBe(true);
  },
);

// The paths that docs/contracts/remote-protocol.md reserves, and files that browsers and robots request.
it.each([
  '/api',
  '/assets',
  '/brand',
  '/console',
  '/healthz',
  '/metrics',
  '/readyz',
  '/remotes',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/robots.txt',
])('no screen has the path %s, which the service answers itself', (path) => {
  expect(isCleanPagePath(path)).toBe(false);
  expect(isCleanPagePath(`${path}/below`)).toBe(false);
});

it.each([
  '',
  'survey',
  '//survey',
  '/survey/',
  '/survey//exit',
  '/Survey',
  '/../survey',
  '/survey?x=1',
  '/%73urvey',
])('no screen has the path "%s", which is not canonical', (path) =>
  expect(isCleanPagePath(path)).toBe(false),
);
