import { existsSync } from 'node:fs';

import { inRoot } from '../repository.ts';
import { filesOfArea, mutationAreas } from './areas.ts';

it.each(Object.entries(mutationAreas))('%s names folders that exist', (_, { sources, tests }) => {
  expect([...sources, ...tests].filter((path) => !existsSync(inRoot(path)))).toEqual([]);
});

it('finds the code of an area among changed files, without its tests and without neighbors', () => {
  const area = { sources: ['shell/src/state', 'shell/src/main.ts'], tests: [], threshold: 80 };
  const changed = [
    'shell/src/state/store.ts',
    'shell/src/state/view/list.tsx',
    'shell/src/state/store.test.ts',
    'shell/src/state/store.testkit.ts',
    'shell/src/state/store.css',
    'shell/src/state-of-page/a.ts',
    'shell/src/main.ts',
    'shell/src/main.tsx',
  ];
  expect(filesOfArea(area, changed)).toEqual([
    'shell/src/state/store.ts',
    'shell/src/state/view/list.tsx',
    'shell/src/main.ts',
  ]);
});
