import { appNames, chooseTargets } from './repository.ts';

it('builds the shell, every remote and the console if none is named', () => {
  const { targets, unknown } = chooseTargets([]);
  expect(appNames).toEqual(expect.arrayContaining(['shell', 'mfe-quiz']));
  expect([...targets].toSorted()).toEqual(['console', ...appNames].toSorted());
  expect(unknown).toEqual([]);
});

it('builds the named ones only, and no name that is unknown', () => {
  expect(chooseTargets(['mfe-quiz', 'mfe-quizz'])).toEqual({ targets: ['mfe-quiz'], unknown: ['mfe-quizz'] });
});
