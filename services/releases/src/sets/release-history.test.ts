import { stableSetHistory } from './release-history.ts';

const deployments = (text: string) =>
  text
    .split(' ')
    .map((move) => ({
      action: move.startsWith('<') ? ('rollback' as const) : ('promote' as const),
      to: move.replace('<', ''),
    }))
    .reverse();

it.each([
  ['promoted sets in order', 'a b c', ['a', 'b', 'c']],
  ['not a set that was rolled back', 'a b <a', ['a']],
  ['nothing after the target of a rollback', 'a b c <a', ['a']],
  ['sets that were promoted after a rollback', 'a b <a c', ['a', 'c']],
  ['a set that was rolled back and is the target of a later rollback', 'a b <a <b', ['a', 'b']],
  ['what came before a rolled-back set to which a later rollback goes', 'a b c <a d e <c', ['a', 'b', 'c']],
  ['a set twice if it was promoted twice', 'a b a', ['a', 'b', 'a']],
])('contains %s', (_, text, sets) => {
  expect(stableSetHistory(deployments(text))).toEqual(sets);
});
