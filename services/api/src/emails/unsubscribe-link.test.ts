import { emailHashOf, unsubscribeLink } from './unsubscribe-link.ts';

it('does not reveal by an unsubscribe link whose it is, or that two are of one mailbox', () => {
  const secret = Buffer.alloc(32, 'unsubscribe').toString('base64');
  const [one, other] = ['ada@example.com', 'Ada+news@example.com'].map((to) => {
    const link = unsubscribeLink('https://quiz.example.com', { to, locale: 'en' }, secret);
    return new URL(link).searchParams.get('token') ?? '';
  });
  // printf ada@example.com | sha256sum
  const hash = 'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72';
  expect([one, other].map((token = '') => emailHashOf(token, secret))).toEqual([hash, hash]);
  expect(one).not.toBe(other);
  for (const text of [one ?? '', Buffer.from(one ?? '', 'base64url').toString('hex')])
    expect(text).not.toContain(hash);
  expect(emailHashOf(one ?? '', Buffer.alloc(32, 'another').toString('base64'))).toBeNull();
});
