import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { findBrowser } from './find-browser.ts';

jest.mock('node:child_process', () => ({
  ...jest.requireActual<object>('node:child_process'),
  spawnSync: jest.fn(),
}));
jest.mock('node:fs', () => ({ ...jest.requireActual<object>('node:fs'), existsSync: jest.fn() }));
const spawned = jest.mocked(spawnSync);
const exists = jest.mocked(existsSync);

const ended = { pid: 0, output: [], stdout: '', stderr: '', signal: null };

/** A machine with these programs, on which some commands install another. Returns the path and the commands that ran. */
function find(installed: string[], installs: Record<string, string> = {}) {
  exists.mockImplementation((path) => installed.some((program) => String(path).includes(program)));
  spawned.mockReset().mockImplementation((command, args) => {
    const program = installs[`${command} ${String(args).split(',')[0]}`];
    if (program) installed.push(program);
    return { ...ended, status: program === undefined ? 1 : 0 };
  });
  const path = findBrowser(() => undefined);
  return {
    path,
    ran: spawned.mock.calls.map(([command, args]) =>
      [command, ...(Array.isArray(args) ? args : [])].join(' '),
    ),
  };
}

const { CHROMIUM_PATH } = process.env;
beforeEach(() => delete process.env['CHROMIUM_PATH']);
afterAll(() => {
  if (CHROMIUM_PATH) process.env['CHROMIUM_PATH'] = CHROMIUM_PATH;
});

it('takes the browser that the environment names', () => {
  process.env['CHROMIUM_PATH'] = '/opt/chromium';
  expect(find(['/usr/bin/chromium'])).toEqual({ path: '/opt/chromium', ran: [] });
});

it('takes an installed browser', () => {
  expect(find(['/usr/bin/google-chrome'])).toEqual({ path: '/usr/bin/google-chrome', ran: [] });
});

it('prefers a browser without windows', () => {
  const { path } = find(['/usr/bin/google-chrome', '/usr/bin/chromium-headless-shell']);
  expect(path).toBe('/usr/bin/chromium-headless-shell');
});

it('takes a browser that Playwright has downloaded before', () => {
  const { path, ran } = find(['ms-playwright']);
  expect(path).toContain('ms-playwright');
  expect(ran).toEqual([]);
});

it('downloads one with Playwright if there is none', () => {
  const { path, ran } = find([], { 'npx playwright': 'ms-playwright' });
  expect(path).toContain('ms-playwright');
  expect(ran).toEqual(['npx playwright install chromium']);
});

it('installs one with the package manager if it cannot be downloaded', () => {
  const { path, ran } = find([], {
    'apt-get update': '',
    'apt-get install': '/usr/bin/chromium-headless-shell',
  });
  expect(path).toBe('/usr/bin/chromium-headless-shell');
  expect(ran).toEqual([
    'npx playwright install chromium',
    'apt-get update',
    'apt-get install -y chromium-headless-shell',
  ]);
});

it('says what to do if none can be installed', () => {
  expect(() => find([])).toThrow('Install Chromium, or set CHROMIUM_PATH to its path.');
});
