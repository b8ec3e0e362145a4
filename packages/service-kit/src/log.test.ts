import { describeError } from './log.ts';

it('describes where an error was thrown without personal data', () => {
  const row = { detail: 'Key (email)=(ada@example.com) already exists.' };
  const cause = Object.assign(new Error('duplicate for <ada@example.com>'), row, { code: '23505' });
  const described = describeError(new Error('could not store', { cause }));
  expect(described).toMatchObject({
    message: 'could not store',
    cause: { code: '23505', message: 'duplicate for <[redacted]>' },
  });
  expect(described.at[0]).toContain('log.test.ts');
  expect(JSON.stringify(described)).not.toContain('ada@');
});

it.each(['ada@example.com', '?to=ada%40example.com', '?to=ada%2540example.com', '?to=ada%252540example.com'])(
  'redacts the email in %s',
  (text) => {
    expect(describeError(new Error(`could not send to ${text} today`)).message).toBe(
      'could not send to [redacted] today',
    );
  },
);

it('describes a thrown value that is not an error only by its type', () => {
  expect(describeError('ada@example.com')).toEqual({
    type: 'string',
    message: 'thrown value is no error',
    at: [],
  });
});

it('truncates a long message before it is redacted', () => {
  expect(describeError(new Error('a'.repeat(1_000_000))).message).toHaveLength(1000);
});

it.each([
  ['19 digits', '6304000000000000000'],
  ['16 digits in groups', '4242 4242 4242 4242'],
  ['15 digits', '378282246310005'],
  ['14 digits', '3056-930902-5904'],
])('redacts a card number of %s in an error', (_, number) => {
  expect(describeError(new Error(`refused ${number}.`)).message).toBe('refused [redacted].');
});

it('keeps a time in milliseconds, which is shorter than a card number', () => {
  expect(describeError(new Error('since 1780000000000')).message).toBe('since 1780000000000');
});

it.each([
  'sk_live_51AbC',
  'sk_test_51AbC',
  'rk_live_51AbC',
  'whsec_a1B2c3',
  'cs_test_a1B2c3_secret_fidwbEhqYWA',
])('redacts the credential %s of the payment provider in an error', (credential) => {
  expect(describeError(new Error(`refused ${credential} there`)).message).toBe('refused [redacted] there');
});

it('describes at most the eight innermost calls of an error', () => {
  const nest = (depth: number): Error => (depth === 0 ? new Error('deep') : nest(depth - 1));
  expect(describeError(nest(9)).at).toHaveLength(8);
});
