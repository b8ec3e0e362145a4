import { describeError } from './log.ts';

it('says where an error came from and nothing of whom it was about', () => {
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

it('says of what is no error only what kind of thing it is', () => {
  expect(describeError('ada@example.com')).toEqual({
    type: 'string',
    message: 'thrown value is no error',
    at: [],
  });
});

it('keeps the beginning of a long message, and reads no more of it', () => {
  expect(describeError(new Error('a'.repeat(1_000_000))).message).toHaveLength(1000);
});
