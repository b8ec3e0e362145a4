import { browserFlags, findBrowser } from '@funnel/build/commands/find-browser';
import { defineConfig, devices } from '@playwright/test';

const browser = devices['Desktop Chrome'];

export default defineConfig({
  testDir: 'src',
  outputDir: '../test-results',
  globalSetup: './src/support/released-data.ts',
  projects: [
    // One worker runs all tests of such a file, because every further worker would start another product for it.
    // Some of them build, which takes minutes on a slow machine.
    { name: 'own product', testMatch: 'own-product/*.spec.ts', timeout: 600_000 },
    { name: 'shared product', testMatch: '*.spec.ts', testIgnore: 'own-product/**', fullyParallel: true },
  ],
  // More than the two cores of a small machine, because a test mostly waits: for screens that slide, and for services that start.
  workers: 3,
  // A test that waits longer hangs. Machines differ in speed, and nothing is retried.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright-report.json' }]],
  use: {
    ...browser,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: findBrowser(() => undefined),
      // Also for the requests that outlive their page, which are not those of a bot.
      args: [...browserFlags, `--user-agent=${browser.userAgent}`],
    },
  },
});
