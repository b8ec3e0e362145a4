import { parseStages } from './canary-stages.ts';

const tenStages = '1:1h,2:1h,3:1h,4:1h,5:1h,6:1h,7:1h,8:1h,9:1h,10:1h';

it.each([
  [
    '10:2h,50:1d',
    [
      [10, 120],
      [50, 1440],
    ],
  ],
  [
    ' 5 % : 30m , 25:14d',
    [
      [5, 30],
      [25, 20_160],
    ],
  ],
  ['99:1m', [[99, 1]]],
  [tenStages, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((percent) => [percent, 60])],
])('reads stages from %j', (text, expected) => {
  expect(parseStages(text)).toEqual(expected.map(([percent, minutes]) => ({ percent, minutes })));
});

it.each([
  '',
  '10',
  '10:2',
  '10:2w',
  '0:1h',
  '100:1h',
  '50:1h,10:1h',
  '10:1h,10:2h',
  '10:15d',
  '10:0h',
  '10:2h,,50:1d',
  'x10:2h',
  '10:2hx',
  `${tenStages},11:1h`,
])('rejects %j', (text) => {
  expect(parseStages(text)).toBeNull();
});
