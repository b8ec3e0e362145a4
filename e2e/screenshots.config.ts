import base from './playwright.config.ts';

/** Writes the screenshots in docs/screenshots. Not a test. */
export default {
  ...base,
  testDir: 'screenshots',
  testMatch: '*.screenshots.ts',
  timeout: 300_000,
  use: { ...base.use, trace: 'off' },
};
