import base from './playwright.config.ts';

/** Writes the screenshots in docs/screenshots. Not a test. */
export default {
  ...base,
  // One project without options of its own.
  projects: [{}],
  testDir: 'screenshots',
  testMatch: '*.screenshots.ts',
  timeout: 300_000,
};
