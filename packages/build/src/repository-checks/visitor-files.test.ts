import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { appNames, inRoot } from '../repository.ts';

const isBuilt = appNames.every((app) => existsSync(inRoot(app, 'dist/remote.json')));
// Without a build there is nothing to read: `npm test` builds first.
const describeBuilt: (name: string, tests: () => void) => void = isBuilt ? describe : (name) => it.todo(name);

const listScripts = () =>
  appNames.flatMap((app) =>
    readdirSync(inRoot(app, 'dist'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => inRoot(app, 'dist', file)),
  );

describeBuilt('the scripts that visitors receive', () => {
  it('are compiled while they load', () => {
    const scripts = listScripts();
    expect(scripts.length).toBeGreaterThanOrEqual(appNames.length);
    const first = (file: string) => readFileSync(file, 'utf8').split('\n', 1)[0];
    expect(scripts.filter((file) => first(file) !== '//# allFunctionsCalledOnLoad')).toEqual([]);
  });

  it('have no class static block, with which Safari runs no script before version 16.4', () => {
    const scripts = listScripts();
    expect(scripts.filter((file) => /\bstatic\s*\{/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('contain no schema library', () => {
    const scripts = listScripts();
    // Every schema of zod has its internals under this name.
    expect(scripts.filter((file) => readFileSync(file, 'utf8').includes('_zod'))).toEqual([]);
  });
});
