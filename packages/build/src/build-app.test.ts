import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const rootFolder = join(__dirname, '../../..');
const folder = join(rootFolder, '.cache/malformed-experiment/mfe-pricing');
const command = ['--import', 'tsx', '--conditions=source', join(__dirname, 'commands/build.ts')];

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  cpSync(join(rootFolder, 'mfe-pricing'), folder, {
    recursive: true,
    filter: (path) => !/node_modules|dist$/.test(path),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

it('names a mistake in a remote.config.ts with its place and what is expected, and builds nothing', () => {
  const config = join(folder, 'remote.config.ts');
  const text = readFileSync(config, 'utf8');
  const changed = text.replace("'pricing/checkout-in-dialog'", "'checkout'").replace('share: 0', 'share: 2');
  expect(changed).not.toBe(text);
  writeFileSync(config, changed);
  const { status, stderr } = spawnSync(
    process.execPath,
    [...command, 'mfe-pricing', '--from', folder, '--out', join(folder, 'dist')],
    { cwd: rootFolder, encoding: 'utf8' },
  );
  expect(stderr).toBe(
    `${config}:
✖ must be the remote without mfe-, a slash, and lowercase words with hyphens, such as pricing/checkout-in-dialog
  → at experiments[0].name
✖ Too big: expected number to be <=1
  → at experiments[0].share
`,
  );
  expect(status).toBe(1);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
}, 180_000);
