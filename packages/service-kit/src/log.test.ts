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
