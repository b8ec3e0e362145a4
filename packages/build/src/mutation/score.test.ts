import { scoreOf } from './score.ts';

const source = 'const x = 1;\nif (a <= b) {\n  stop();\n}\n';
const mutant = (status: string) => ({
  replacement: 'a <\n  b',
  status,
  location: { start: { line: 2, column: 5 }, end: { line: 2, column: 11 } },
});

it('counts killed mutants and timeouts as detected, and leaves out what cannot be noticed', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'];
  const { detected, valid, percent } = scoreOf({
    files: { 'a.ts': { source, mutants: statuses.map(mutant) } },
  });
  expect({ detected, valid, percent }).toEqual({ detected: 2, valid: 4, percent: 50 });
});

it('names the file, line and change of each mutant that no test noticed', () => {
  const block = {
    ...mutant('NoCoverage'),
    replacement: '{}',
    location: { start: { line: 2, column: 13 }, end: { line: 4, column: 2 } },
  };
  const files = {
    'a.ts': { source, mutants: [mutant('Survived'), block] },
    'b.ts': { source, mutants: [mutant('Killed')] },
  };
  expect(scoreOf({ files }).survivors).toEqual([
    { file: 'a.ts', line: 2, change: 'a <= b → a < b' },
    { file: 'a.ts', line: 2, change: '{ stop(); } → {}' },
  ]);
});

it('counts mutants whose tests did not start apart', () => {
  const files = { 'a.ts': { source, mutants: [mutant('RuntimeError'), mutant('Killed')] } };
  expect(scoreOf({ files })).toMatchObject({ percent: 100, valid: 1, untested: 1 });
});

it('is 100 percent if there is nothing to notice', () => {
  expect(scoreOf({ files: {} })).toMatchObject({ percent: 100, valid: 0, survivors: [] });
});
