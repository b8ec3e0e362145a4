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
  ['what was promoted, in order', 'a b c', ['a', 'b', 'c']],
  ['not what a rollback left', 'a b <a', ['a']],
  ['nothing after the set that a rollback named', 'a b c <a', ['a']],
  ['what was promoted after a rollback', 'a b <a c', ['a', 'c']],
  ['a set that was left and then named again', 'a b <a <b', ['a', 'b']],
  ['a set twice where it was promoted twice', 'a b a', ['a', 'b', 'a']],
])('trusts %s', (_, text, sets) => {
  expect(stableSetHistory(deployments(text))).toEqual(sets);
});
