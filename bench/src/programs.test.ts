import { existsSync } from 'node:fs';

import { programs } from './programs.ts';

test.each(Object.entries(programs))('the program %s of the benchmarks exists', (_name, file) => {
  expect(existsSync(file)).toBe(true);
});
