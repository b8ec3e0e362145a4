import base from './playwright.config.ts';

/** Draws the pictures in docs/pictures; no test. */
export default {
  ...base,
  testDir: 'pictures',
  testMatch: '*.pictures.ts',
  timeout: 300_000,
  use: { ...base.use, trace: 'off' },
};
