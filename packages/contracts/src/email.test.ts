import { checkEmail, trimEmail } from './email.ts';

const emailOf = (length: number) => `${'a'.repeat(length - 12)}@example.com`;

describe('the check of an email', () => {
  it.each(['v@example.com', '  v@example.com\n', 'first.last+tag@sub.example.co', 'ü@exämple.de'])(
    'accepts "%s"',
    (typed) => {
      expect(checkEmail(typed)).toBe('ok');
    },
  );

  it.each(['', '   ', '\n\t'])('asks for an email if nothing but white space was typed: %j', (typed) => {
    expect(checkEmail(typed)).toBe('required');
  });

  it.each([
    'v',
    'v@',
    '@example.com',
    'v@example',
    'v@example.',
    'v@@example.com',
    'v @example.com',
    'a@b.c d',
    'a\ud800@b.co',
    'a\u0001b@b.co',
    'a\u200bb@b.co',
  ])('rejects "%s"', (typed) => {
    expect(checkEmail(typed)).toBe('invalid');
  });

  it('ignores invisible characters around a pasted email', () => {
    for (const pasted of ['v@example.com\u200b', '\u200ev@example.com', ' \u2060 v@example.com\ufeff\n']) {
      expect(checkEmail(pasted)).toBe('ok');
      expect(trimEmail(pasted)).toBe('v@example.com');
    }
    expect(checkEmail('\u200b \u200b')).toBe('required');
  });

  it('accepts characters beyond the first plane', () => {
    expect(checkEmail('\u{1f600}@example.com')).toBe('ok');
  });

  it('accepts 254 characters, without white space around them, and rejects 255', () => {
    expect(emailOf(254)).toHaveLength(254);
    expect(checkEmail(emailOf(254))).toBe('ok');
    expect(checkEmail(`  ${emailOf(254)}  `)).toBe('ok');
    expect(checkEmail(emailOf(255))).toBe('invalid');
  });

  it('rejects a very long text within 200 ms of processor time, because the pattern takes quadratic time', () => {
    const before = process.cpuUsage();
    expect(checkEmail(`a@${'.'.repeat(100_000)}@`)).toBe('invalid');
    expect(checkEmail(`a${' '.repeat(100_000)}@`)).toBe('invalid');
    expect(checkEmail(' '.repeat(100_000))).toBe('required');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(200);
  });
});
