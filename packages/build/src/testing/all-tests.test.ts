import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { inRoot, workspaceFolders } from '../repository.ts';

/** The files of all workspaces whose name ends like this, relative to the root. */
const filesEnding = (ending: RegExp) =>
  workspaceFolders
    .flatMap((folder) => readdirSync(inRoot(folder, 'src'), { recursive: true, withFileTypes: true }))
    .filter(({ name }) => ending.test(name))
    .map(({ parentPath, name }) => relative(inRoot(), join(parentPath, name)))
    .toSorted();

function list(program: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [inRoot('node_modules', program), ...args], {
    cwd: inRoot(),
    encoding: 'utf8',
    // A program that Jest starts must not take itself for one of its workers.
    env: { ...process.env, JEST_WORKER_ID: undefined, NODE_OPTIONS: '--conditions=source' },
  });
  return stdout || stderr;
}

it('every unit and service test belongs to the one run of Jest', () => {
  const config = ['--config', 'packages/build/config/jest.all.cjs', '--listTests'];
  const listed = list('jest/bin/jest.js', config).trim().split('\n');
  expect(listed.map((path) => relative(inRoot(), path)).toSorted()).toEqual(filesEnding(/\.test\.tsx?$/));
});

it('every browser test belongs to the one run of Playwright', () => {
  const config = ['test', '--config', 'e2e/playwright.config.ts', '--list', '--reporter', 'json'];
  const report: { suites: { file: string }[] } = JSON.parse(list('@playwright/test/cli.js', config));
  const listed = report.suites.map(({ file }) => `e2e/src/${file}`);
  expect([...new Set(listed)].toSorted()).toEqual(filesEnding(/\.spec\.ts$/));
});
