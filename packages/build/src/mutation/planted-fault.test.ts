import { readFileSync } from 'node:fs';

import { inRoot } from '../repository.ts';
import { readPlantedFaults } from './plant-faults.ts';
import { readPlantedFault, reportFaults, type PlantedFault } from './planted-fault.ts';

const heading = 'Promise: A lead is stored once: always.\nTests: a.test.ts b.test.ts\n';
const diff = '\ndiff --git a/x.ts b/x.ts\nEquivalent: not in the heading\ndiff --git a/y/z.ts b/y/z.ts\n';

it('reads the heading of a patch and nothing below it', () => {
  expect(readPlantedFault('leads/stored-twice', heading + diff)).toEqual({
    name: 'leads/stored-twice',
    promise: 'A lead is stored once: always.',
    files: ['x.ts', 'y/z.ts'],
    tests: ['a.test.ts', 'b.test.ts'],
    check: null,
    equivalent: null,
  });
  const equivalent = readPlantedFault('leads/order', `${heading}Equivalent: both read the same.\n${diff}`);
  expect(equivalent.equivalent).toBe('both read the same.');
});

it('reads the static check that should notice a fault', () => {
  expect(readPlantedFault('checks/type', `Promise: Types hold.\nCheck: types\n${diff}`)).toMatchObject({
    tests: [],
    check: 'types',
  });
});

it('says which lines a patch lacks', () => {
  expect(() => readPlantedFault('leads/empty', `Promise: something\n${diff}`)).toThrow(
    'leads/empty: the patch needs the lines "Promise: …" and "Tests: …"',
  );
});

it('fails a fault that no test notices, that does not apply or whose tests do not run', () => {
  const fault: PlantedFault = { name: 'a', promise: '', files: [], tests: [], check: null, equivalent: null };
  const outcomes = ['noticed', 'not noticed', 'does not apply', 'tests do not run'] as const;
  const { lines, failed } = reportFaults(outcomes.map((outcome) => ({ fault, outcome })));
  expect(failed).toBe(3);
  expect(lines).toEqual([
    'ok     a  noticed',
    'FAILED a  not noticed',
    'FAILED a  does not apply',
    'FAILED a  tests do not run',
  ]);
});

it('fails a fault that is said to be equivalent, and is noticed', () => {
  const fault: PlantedFault = {
    name: 'a',
    promise: '',
    files: [],
    tests: [],
    check: null,
    equivalent: 'same order',
  };
  expect(reportFaults([{ fault, outcome: 'noticed' }]).failed).toBe(1);
  expect(reportFaults([{ fault, outcome: 'not noticed' }])).toEqual({
    failed: 0,
    lines: ['ok     a  not noticed, equivalent: same order'],
  });
});

it('finds every planted fault of the repository by a part of its name', () => {
  const names = readPlantedFaults(['mapped-ipv4']).map(({ name }) => name);
  expect(names).toEqual(['http/mapped-ipv4-address']);
  expect(readPlantedFaults(['no such fault'])).toEqual([]);
});

/** The lines that each hunk of a patch expects, by file. */
function expectedLines(patch: string): { file: string; lines: string }[] {
  return patch
    .split(/^diff --git /m)
    .slice(1)
    .flatMap((section) => {
      const [, file = ''] = /^--- a\/(.+)$/m.exec(section) ?? [];
      const [, ...hunks] = section.split(/^@@ .* @@.*\n/m);
      return hunks.map((hunk) => {
        const before = hunk.split('\n').filter((line) => line.startsWith(' ') || line.startsWith('-'));
        return { file, lines: before.map((line) => line.slice(1)).join('\n') };
      });
    });
}

it.each(readPlantedFaults().map(({ name }) => name))('%s still applies to the code', (name) => {
  const patch = readFileSync(inRoot(`packages/build/planted-faults/${name}.patch`), 'utf8');
  const hunks = expectedLines(patch);
  expect(hunks.length).toBeGreaterThan(0);
  for (const { file, lines } of hunks) expect(readFileSync(inRoot(file), 'utf8')).toContain(lines);
});
