import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Containers do not support Chromium's sandbox. Without hinting, texts are as wide in the headless shell as in the browser.
 * Requests that a page sends while it is left have a language too. The other flags disable background requests.
 */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--accept-lang=en-US',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium without windows comes first: it needs about half the processor time for the same pages. */
const installedPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const require = createRequire(import.meta.url);

const runs = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0;

function playwrightBrowser(): string | null {
  const { chromium }: { chromium: { executablePath(): string } } = require('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

const firstOf = (paths: readonly string[]) => paths.find((path) => existsSync(path)) ?? null;

/** Ways to find a browser, in order of preference, each with a description for the log. */
const ways: readonly [description: string, find: () => string | null][] = [
  ['from CHROMIUM_PATH', () => process.env['CHROMIUM_PATH'] || null],
  ['installed on this machine', () => firstOf(installedPaths)],
  ['from Playwright', playwrightBrowser],
  [
    'downloaded by Playwright',
    () => (runs('npx', ['playwright', 'install', 'chromium']) ? playwrightBrowser() : null),
  ],
  [
    'installed with the package manager',
    () =>
      runs('apt-get', ['update']) && runs('apt-get', ['install', '-y', 'chromium-headless-shell'])
        ? firstOf(installedPaths)
        : null,
  ],
];

/** The path of a Chromium for tests. Installs one if none is found. Throws if that fails. */
export function findBrowser(log: (text: string) => void): string {
  for (const [description, find] of ways) {
    const path = find();
    if (path) {
      log(`browser: ${path} (${description})`);
      return path;
    }
  }
  throw new Error(
    'No browser found, and none could be installed. Install Chromium, or set CHROMIUM_PATH to its path.',
  );
}
