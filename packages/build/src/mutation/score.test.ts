import { scoreOf } from './score.ts';

const mutant = (status: string, line = 1) => ({
  mutatorName: 'EqualityOperator',
  replacement: 'a <\n  b',
  status,
  location: { start: { line } },
});

it('counts killed mutants and timeouts as detected, and leaves out what cannot be noticed', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError', 'RuntimeError'];
  const { detected, valid, percent } = scoreOf({
    files: { 'a.ts': { mutants: statuses.map((status) => mutant(status)) } },
  });
  expect({ detected, valid, percent }).toEqual({ detected: 2, valid: 4, percent: 50 });
});

it('names the file, line and change of each mutant that no test noticed', () => {
  const files = { 'a.ts': { mutants: [mutant('Survived', 7)] }, 'b.ts': { mutants: [mutant('Killed')] } };
  expect(scoreOf({ files }).survivors).toEqual(['a.ts:7 EqualityOperator → a < b']);
});

it('is 100 percent if there is nothing to notice', () => {
  expect(scoreOf({ files: {} })).toMatchObject({ percent: 100, valid: 0, survivors: [] });
});
