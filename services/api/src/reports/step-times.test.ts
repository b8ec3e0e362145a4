import { medianOf, rangeOf } from './step-times.ts';

it.each([
  [0.4, 0],
  [15.9, 15],
  [17, 16],
  [63, 60],
  [64, 64],
  [100, 96],
  [7000, 1792],
])('counts %d s in the range from %d s', (seconds, range) => {
  expect(rangeOf(seconds)).toBe(range);
});

it.each([
  [[], null],
  [[{ seconds: 4, count: 1 }], 4.5],
  [
    [
      { seconds: 64, count: 5 },
      { seconds: 2, count: 4 },
      { seconds: 10, count: 3 },
    ],
    10 + 2 / 3,
  ],
])('has %j as median %d', (ranges, median) => {
  expect(medianOf(ranges)).toBe(median);
});
