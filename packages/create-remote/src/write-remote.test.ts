import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeRemote } from './write-remote.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remote-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface PackageJson {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const read = (file: string): PackageJson => JSON.parse(readFileSync(file, 'utf8'));

it('writes a repository with the name and path of the remote, and nothing of ours', () => {
  writeRemote({ name: 'exit-survey', path: '/survey/exit' }, folder, 'repository');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(
    expect.arrayContaining(['.gitignore', 'package.json', 'src/exit-survey.remote.tsx', 'tsconfig.json']),
  );
  const texts = files
    .map((file) => join(folder, file))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  expect(texts).toContain('mfe-exit-survey');
  expect(texts).toContain("['/survey/exit']");
  expect(texts).toContain("'Exit survey'");
  expect(texts).not.toMatch(/example-path|mfe-example|example\.remote|'Example'|packages\/|services\//);
});

it('requires the packages in the versions of this repository', () => {
  writeRemote({ name: 'survey', path: '/survey' }, folder, 'repository');
  const { dependencies, devDependencies } = read(join(folder, 'package.json'));
  const required = Object.entries({ ...dependencies, ...devDependencies });
  const own = required.filter(([name]) => name.startsWith('@funnel/'));
  expect(own).toHaveLength(4);
  for (const [name, version] of own) {
    const workspace = join(__dirname, '../..', name.replace('@funnel/', ''), 'package.json');
    expect([name, version]).toEqual([name, read(workspace).version]);
  }
});
