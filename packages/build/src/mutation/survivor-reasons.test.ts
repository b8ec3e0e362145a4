import { readFileSync } from 'node:fs';

import { inRoot } from '../repository.ts';
import { reasonOf, survivorReasons } from './survivor-reasons.ts';

const all = Object.entries(survivorReasons).flatMap(([file, reasons]) =>
  Object.values(reasons)
    .flat()
    .map((change) => ({ file, change })),
);

it.each(all)('$file still contains the code of $change', ({ file, change }) => {
  const [code = ''] = change.split(' → ');
  expect(readFileSync(inRoot(file), 'utf8').replaceAll(/\s+/g, ' ')).toContain(code);
});

it('finds the reason of a survivor by its file and change, and none for another', () => {
  const [first] = all;
  expect(first && reasonOf({ ...first, line: 1 })).toMatch(/\w/);
  expect(reasonOf({ file: 'a.ts', line: 1, change: 'a → b' })).toBeNull();
});
