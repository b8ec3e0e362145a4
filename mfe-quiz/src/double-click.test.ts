import { isDoubleClick } from './double-click.ts';

const shownAtMs = 1000;

test.each([
  ['the second half of a double click', { timeStamp: 1100, detail: 2, pointerType: 'mouse' }, true],
  ['the second tap, where the phone counts', { timeStamp: 1239, detail: 2, pointerType: 'touch' }, true],
  ['the second tap, where it does not', { timeStamp: 1100, detail: 1 }, true],
  ['a tap that was made before the screen came', { timeStamp: 900, detail: 1, pointerType: 'touch' }, true],
  ['a fast visitor’s tap in the same place', { timeStamp: 1240, detail: 2, pointerType: 'touch' }, false],
  ['a fast visitor’s click in another place', { timeStamp: 1050, detail: 1, pointerType: 'mouse' }, false],
  ['a key', { timeStamp: 1001, detail: 0 }, false],
])('%s', (_, click, isSecond) => {
  expect(isDoubleClick(click, shownAtMs)).toBe(isSecond);
});

test('on the first screen, which did not slide in, every tap counts', () => {
  expect(isDoubleClick({ timeStamp: 0, detail: 1 }, -Infinity)).toBe(false);
});
