import { chooseTargets } from './repository.ts';

it('builds the shell, every remote and the console if none is named', () => {
  const { targets, unknown } = chooseTargets([]);
  expect([...targets].toSorted()).toEqual([
    'console',
    'mfe-checkout',
    'mfe-legal',
    'mfe-pricing',
    'mfe-quiz',
    'shell',
  ]);
  expect(unknown).toEqual([]);
});

it('builds the named ones only, and no name that is unknown', () => {
  expect(chooseTargets(['mfe-quiz', 'mfe-quizz'])).toEqual({ targets: ['mfe-quiz'], unknown: ['mfe-quizz'] });
});
