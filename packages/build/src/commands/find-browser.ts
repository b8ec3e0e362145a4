import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Without a sandbox of its own, which containers lack, and without calls to its maker. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const onTheMachine = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const require = createRequire(import.meta.url);

const runs = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0;

function playwrightsOwn(): string | null {
  const { chromium }: { chromium: { executablePath(): string } } = require('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

const firstOf = (paths: readonly string[]) => paths.find((path) => existsSync(path)) ?? null;

/** Ways to a browser, in the order in which they are tried: what to say, and what to do. */
const ways: readonly [says: string, find: () => string | null][] = [
  ['named by CHROMIUM_PATH', () => process.env['CHROMIUM_PATH'] || null],
  ['found on the machine', () => firstOf(onTheMachine)],
  ['Playwright’s own', playwrightsOwn],
  [
    'downloaded by Playwright',
    () => (runs('npx', ['playwright', 'install', 'chromium']) ? playwrightsOwn() : null),
  ],
  [
    'installed with the package manager',
    () =>
      runs('apt-get', ['update']) && runs('apt-get', ['install', '-y', 'chromium'])
        ? firstOf(onTheMachine)
        : null,
  ],
];

/** A Chromium to test with; installs one where there is none. Throws when that fails. */
export function findBrowser(log: (text: string) => void): string {
  for (const [says, find] of ways) {
    const path = find();
    if (path) {
      log(`browser: ${path} (${says})`);
      return path;
    }
  }
  throw new Error(
    'There is no browser and none could be installed. Install Chromium, or set CHROMIUM_PATH to one.',
  );
}
