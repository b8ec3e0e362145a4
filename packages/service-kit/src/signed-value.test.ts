import { signValue, readSignedValue } from './signed-value.ts';

const sealed = signValue('visit', ['a1', 7], 'secret');

it('gives back what was sealed', () => {
  expect(readSignedValue('visit', sealed, 'secret')).toEqual(['a1', '7']);
});

it.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['a text without signature', 'a1'],
  ['another field', sealed.replace('a1', 'a2')],
  ['a cut signature', sealed.slice(0, -1)],
  ['a longer signature', `${sealed}A`],
  ['another secret', signValue('visit', ['a1', 7], 'other')],
  ['another purpose', signValue('release', ['a1', 7], 'secret')],
])('refuses %s', (_, text) => {
  expect(readSignedValue('visit', text, 'secret')).toBeNull();
});
