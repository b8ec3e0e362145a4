import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ProjectError } from '../project-error.ts';
import { readProject, replaceFolder } from './project.ts';

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

it('contains no files of an earlier build that failed', async () => {
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

it.each(['{ "version": "1.0.0", }', ''])('names a package.json that is not JSON: %j', async (text) => {
  writeFileSync(join(root, 'package.json'), text);
  writeFileSync(join(root, 'remote.config.ts'), 'export default {};');
  const reading = readProject(root);
  await expect(reading).rejects.toThrow(ProjectError);
  await expect(reading).rejects.toThrow(`${join(root, 'package.json')} is not valid JSON: `);
});

it('asks for a version in a package.json of any other shape', async () => {
  writeFileSync(join(root, 'package.json'), 'null');
  writeFileSync(join(root, 'remote.config.ts'), 'export default {};');
  await expect(readProject(root)).rejects.toThrow('The version in package.json must be three numbers');
});

it('leaves nothing behind of a definition that does not compile', async () => {
  writeFileSync(join(root, 'package.json'), '{ "version": "1.0.0" }');
  writeFileSync(join(root, 'remote.config.ts'), 'export default {');
  await expect(readProject(root)).rejects.toThrow('remote.config.ts');
  const cached = readdirSync(join(root, 'node_modules/.cache/funnel-remote'));
  expect(cached.filter((name) => name.startsWith('in-node'))).toEqual([]);
});

it.each([
  ['the folder of the remote', ['package.json', 'remote.config.ts', 'src.ts']],
  ['the folder of the remote, with a build in it', ['package.json', 'remote.json']],
  ['another folder', ['notes.txt']],
])('does not replace %s, and deletes none of its files', async (_, files) => {
  for (const file of files) writeFileSync(join(root, file), 'kept');
  await expect(replaceFolder(root, writeBuild)).rejects.toThrow('Name another one with --dir.');
  expect(readdirSync(root).toSorted()).toEqual(files.toSorted());
});

describe('a mistake in remote.config.ts', () => {
  const complete = {
    name: 'mfe-survey',
    module: './src/survey.ts',
    paths: ['/survey'],
    widgets: [],
    screens: ['/survey'],
    firstScreens: [],
  };

  function writeProject(definition: object): void {
    writeFileSync(join(root, 'package.json'), '{ "version": "1.0.0" }');
    writeFileSync(join(root, 'remote.config.ts'), `export default ${JSON.stringify(definition)};`);
  }

  it.each([
    [
      'a path with a capital letter',
      { ...complete, paths: ['/Survey'] },
      'must begin with / and contain only lowercase letters, digits, hyphens and slashes, such as /survey\n  → at paths[0]',
    ],
    [
      'an empty path',
      { ...complete, screens: ['/survey', ''] },
      'must begin with / and contain only lowercase letters, digits, hyphens and slashes, such as /survey\n  → at screens[1]',
    ],
    [
      'no widgets',
      { ...complete, widgets: undefined },
      'Invalid input: expected array, received undefined\n  → at widgets',
    ],
    [
      'no first screens',
      { ...complete, firstScreens: undefined },
      'Invalid input: expected array, received undefined\n  → at firstScreens',
    ],
    ['an optional key that is misspelled', { ...complete, title: {} }, 'Unrecognized key: "title"'],
  ])('is reported before the build: %s', async (_, definition, reason) => {
    writeProject(definition);
    await expect(readProject(root)).rejects.toThrow(new ProjectError(`remote.config.ts:\n✖ ${reason}`));
  });

  it('is not found in a complete definition', async () => {
    const definition = { ...complete, titles: { '/survey': 'The survey' }, experiments: [] };
    writeProject(definition);
    expect(await readProject(root)).toMatchObject({ definition, version: '1.0.0' });
  });
});
