import { reactRange, reactVersion } from './react.ts';

it('requires the minor version of React with which a remote was built', () => {
  expect(reactRange).toMatch(/^\^\d+\.\d+\.0$/);
  expect(reactVersion.startsWith(reactRange.slice(1, -1))).toBe(true);
});
