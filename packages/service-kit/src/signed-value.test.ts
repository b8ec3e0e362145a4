import { signValue, readSignedValue } from './signed-value.ts';

const signed = signValue('visit', ['a1', 7], 'secret');

it('returns the signed fields', () => {
  expect(readSignedValue('visit', signed, 'secret')).toEqual(['a1', '7']);
});

it.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['a text without signature', 'a1'],
  ['another field', signed.replace('a1', 'a2')],
  ['a cut signature', signed.slice(0, -1)],
  ['a longer signature', `${signed}A`],
  ['another secret', signValue('visit', ['a1', 7], 'other')],
  ['another purpose', signValue('release', ['a1', 7], 'secret')],
])('rejects %s', (_, text) => {
  expect(readSignedValue('visit', text, 'secret')).toBeNull();
});
