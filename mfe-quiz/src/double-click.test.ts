import { isDoubleClick } from './double-click.ts';

const shownAtMs = 1000;

test.each([
  ['the second half of a double click', { timeStamp: 1100, detail: 2, pointerType: 'mouse' }, true],
  ['the second tap on a phone that counts taps', { timeStamp: 1239, detail: 2, pointerType: 'touch' }, true],
  ['the second tap on a phone that does not count taps', { timeStamp: 1100, detail: 1 }, true],
  ['a tap before the screen was shown', { timeStamp: 900, detail: 1, pointerType: 'touch' }, true],
  ['a fast tap at the same position', { timeStamp: 1240, detail: 2, pointerType: 'touch' }, false],
  ['a fast click at another position', { timeStamp: 1050, detail: 1, pointerType: 'mouse' }, false],
  ['a key press', { timeStamp: 1001, detail: 0 }, false],
])('detects a double click: %s', (_, click, isDouble) => {
  expect(isDoubleClick(click, shownAtMs)).toBe(isDouble);
});

test('accepts every tap on the first screen, which does not slide in', () => {
  expect(isDoubleClick({ timeStamp: 0, detail: 1 }, -Infinity)).toBe(false);
});
