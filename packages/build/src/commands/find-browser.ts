import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Disables the sandbox, which containers lack, and calls to the vendor. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const require = createRequire(import.meta.url);

const runs = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0;

function playwrightsOwn(): string | null {
  const { chromium }: { chromium: { executablePath(): string } } = require('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

const firstOf = (paths: readonly string[]) => paths.find((path) => existsSync(path)) ?? null;

/** Ways to find a browser, in the order of preference: a label for the log, and the function. */
const ways: readonly [label: string, find: () => string | null][] = [
  ['named by CHROMIUM_PATH', () => process.env['CHROMIUM_PATH'] || null],
  ['found on the machine', () => firstOf(systemPaths)],
  ['Playwright’s own', playwrightsOwn],
  [
    'downloaded by Playwright',
    () => (runs('npx', ['playwright', 'install', 'chromium']) ? playwrightsOwn() : null),
  ],
  [
    'installed with the package manager',
    () =>
      runs('apt-get', ['update']) && runs('apt-get', ['install', '-y', 'chromium'])
        ? firstOf(systemPaths)
        : null,
  ],
];

/** Finds a Chromium for the tests, and installs one if there is none. Throws if that fails. */
export function findBrowser(log: (text: string) => void): string {
  for (const [label, find] of ways) {
    const path = find();
    if (path) {
      log(`browser: ${path} (${label})`);
      return path;
    }
  }
  throw new Error(
    'No browser was found and none could be installed. Install Chromium, or set CHROMIUM_PATH.',
  );
}
