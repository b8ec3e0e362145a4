import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { sections } from './sections.ts';

test('every component has a section on the component page, with each state once', () => {
  const files = readdirSync(join(__dirname, '..')).filter((name) => /^[^.]+\.tsx$/.test(name));
  expect(sections.map(({ file }) => `${file}.tsx`).sort()).toEqual(files.sort());
  for (const { file, examples } of sections) {
    expect({ file, count: new Set(examples.map(({ state }) => state)).size }).toEqual({
      file,
      count: examples.length,
    });
  }
});
