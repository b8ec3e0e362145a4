import { createSecretKeys } from './secret-keys.ts';

it('derives different keys for products that have the same secret', () => {
  const secret = 'a'.repeat(32);
  const [one, other] = [createSecretKeys(secret, 'one'), createSecretKeys(secret, 'other')];
  expect(one('visit')).not.toBe(other('visit'));
  expect(one('visit')).toBe(createSecretKeys(secret, 'one')('visit'));
});
