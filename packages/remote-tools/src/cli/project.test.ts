import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { replaceFolder } from './project.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'remote-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function writeBuild(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'remote.json'), '{}');
}

it('replaces an absent folder, an empty folder and an earlier build', async () => {
  const folder = join(root, 'dist');
  await replaceFolder(folder, writeBuild);
  writeFileSync(join(folder, 'old.js'), '');
  await replaceFolder(folder, writeBuild);
  expect(readdirSync(folder)).toEqual(['remote.json']);
  expect(readdirSync(root)).toEqual(['dist']);
});

it('has no files of a build that failed', async () => {
  const folder = join(root, 'dist');
  const failing = replaceFolder(folder, async (next) => {
    await writeBuild(next);
    writeFileSync(join(next, 'half.js'), '');
    throw new Error('the code does not compile');
  });
  await expect(failing).rejects.toThrow('the code does not compile');
  await replaceFolder(folder, writeBuild);
  expect(readdirSync(folder)).toEqual(['remote.json']);
});

it.each([
  ['the folder of the remote', ['package.json', 'remote.config.ts', 'src.ts']],
  ['the folder of the remote, with a build in it', ['package.json', 'remote.json']],
  ['another folder', ['notes.txt']],
])('loses nothing of %s', async (_, files) => {
  for (const file of files) writeFileSync(join(root, file), 'kept');
  await expect(replaceFolder(root, writeBuild)).rejects.toThrow('Name another one with --dir.');
  expect(readdirSync(root).toSorted()).toEqual(files.toSorted());
});
