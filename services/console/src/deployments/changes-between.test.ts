import { changesBetween } from './changes-between.ts';

it('lists the changed, added and removed members of two sets', () => {
  const from = { shell: '1.0.0', 'mfe-quiz': '1.1.0', 'mfe-old': '1.0.0' };
  const to = { shell: '1.0.0', 'mfe-quiz': '1.0.0', 'mfe-new': '2.0.0' };
  expect(changesBetween(from, to)).toEqual([
    ['mfe-new', null, '2.0.0'],
    ['mfe-old', '1.0.0', null],
    ['mfe-quiz', '1.1.0', '1.0.0'],
  ]);
});
