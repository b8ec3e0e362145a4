import { findBrowser } from '@funnel/build/commands/find-browser';

import base from './playwright.config.ts';

const log = (text: string) => void process.stderr.write(`· ${text}\n`);

/** The smoke test of one release set on a running service. `npm run release -- certify` starts it. */
export default {
  ...base,
  // One project without options of its own.
  projects: [{}],
  testDir: 'smoke',
  testMatch: '*.smoke.ts',
  // The service under test is running already.
  globalSetup: [],
  outputDir: '../test-results/smoke',
  workers: 1,
  timeout: 180_000,
  reporter: [['list'], ['json']],
  use: {
    ...base.use,
    launchOptions: { ...base.use?.launchOptions, executablePath: findBrowser(log) },
    baseURL: new URL('/', process.env['CERTIFY_URL'] ?? 'http://localhost:3000').href,
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
  },
};
