import { browserFlags } from '@funnel/build/commands/find-browser';
import { defineConfig, devices } from '@playwright/test';

/** Each worker runs its own product: service, database and payment sandbox. */
export default defineConfig({
  testDir: 'src',
  outputDir: '../test-results',
  globalSetup: './src/support/released-data.ts',
  fullyParallel: true,
  workers: 2,
  // The summary names every test that needed a second attempt. None should.
  retries: 1,
  // A test that waits longer hangs. Machines differ in speed, and nothing is retried.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright-report.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: browserFlags,
    },
    trace: 'retain-on-failure',
  },
});
