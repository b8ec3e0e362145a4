import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const rootFolder = join(__dirname, '../../..');
const folder = join(rootFolder, '.cache/type-error/mfe-quiz');
const texts = join(folder, 'src/content/en.ts');

const command = ['--import', 'tsx', '--conditions=source', join(__dirname, 'commands/build.ts')];
const args = [...command, 'mfe-quiz', '--from', folder, '--out', join(folder, 'dist')];

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  cpSync(join(rootFolder, 'mfe-quiz'), folder, {
    recursive: true,
    filter: (path) => !/node_modules|dist$/.test(path),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

it('fails a build in which an option of a question has no text, and keeps the previous build', () => {
  const before = readFileSync(texts, 'utf8');
  const after = before.replace("'18-24': '18-24', ", '');
  expect(after).not.toBe(before);
  writeFileSync(texts, after);
  const earlier = join(folder, 'dist/remote.json');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(earlier, 'the previous build');
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: rootFolder, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/content\/en\.ts\(\d+,\d+\): error TS2741: Property '"18-24"' is missing/);
  expect(readFileSync(earlier, 'utf8')).toBe('the previous build');
}, 180_000);
