import { readWholeNumber } from './whole-number.ts';

it.each([
  ['10', 1, 10],
  [' 99 ', 1, 99],
  ['11', 11, 11],
  ['10', 11, null],
  ['0', 1, null],
  ['100', 1, null],
  ['1.5', 1, null],
  ['1e1', 1, null],
  ['', 1, null],
])('reads %j, from %i to 99, as %s', (typed, min, number) => {
  expect(readWholeNumber(typed, min, 99)).toBe(number);
});
