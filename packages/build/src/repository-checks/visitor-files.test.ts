import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';

import { appNames, inRoot } from '../repository.ts';

const isBuilt = appNames.every((app) => existsSync(inRoot(app, 'dist/remote.json')));
// Without a build there is nothing to read: `npm test` builds first.
const describeBuilt: (name: string, tests: () => void) => void = isBuilt ? describe : (name) => it.todo(name);

const listFiles = (ending: string) =>
  appNames.flatMap((app) =>
    readdirSync(inRoot(app, 'dist'))
      .filter((file) => file.endsWith(ending))
      .map((file) => inRoot(app, 'dist', file)),
  );
const listScripts = () => listFiles('.js');

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

describeBuilt('the web font that visitors receive', () => {
  const [font = ''] = listFiles('.woff2');

  it('is cut to the weights that the styles use, 400 to 700', () => {
    const weights = listFiles('.css').flatMap((file) => {
      const styles = readFileSync(file, 'utf8').replace(/@font-face\{[^}]*\}/g, '');
      return [...styles.matchAll(/font-weight:([^;}]+)/g)].flatMap(([, weight]) => weight ?? []);
    });
    expect([...new Set(weights)].toSorted()).toEqual(['400', '500', '600', '700']);
    expect(listScripts().some((file) => readFileSync(file, 'utf8').includes('weight:"400 700"'))).toBe(true);
    const whole = createRequire(font).resolve(
      '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    );
    expect(statSync(font).size).toBeLessThan(0.95 * statSync(whole).size);
  });
});
