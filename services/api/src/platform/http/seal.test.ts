import { seal, unseal } from './seal.ts';

const sealed = seal('visit', ['a1', 7], 'secret');

it('gives back what was sealed', () => {
  expect(unseal('visit', sealed, 'secret')).toEqual(['a1', '7']);
});

it.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['a text without signature', 'a1'],
  ['another field', sealed.replace('a1', 'a2')],
  ['a cut signature', sealed.slice(0, -1)],
  ['a longer signature', `${sealed}A`],
  ['another secret', seal('visit', ['a1', 7], 'other')],
  ['another purpose', seal('release', ['a1', 7], 'secret')],
])('refuses %s', (_, text) => {
  expect(unseal('visit', text, 'secret')).toBeNull();
});
