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
    'Ann <ann@candela.example>',
    'a\u00a0b@b.co',
  ])('rejects "%s"', (typed) => {
    expect(checkEmail(typed)).toBe('invalid');
  });

  it.each([
    ['a zero width space after it', 'v@example.com\u200b'],
    ['a mark of direction before it', '\u200ev@example.com'],
    ['invisible characters and white space around it', ' \u2060 v@example.com\ufeff\n'],
    ['no-break spaces around it', '\u00a0v@example.com\u00a0'],
    ['a zero width space and a soft hyphen in it', 'v@exam\u200bple\u00ad.com'],
    ['the scheme of a link', 'mailto:v@example.com'],
    ['the scheme of a link in capitals', ' Mailto:v@example.com'],
    ['angle brackets', '<v@example.com>'],
    ['angle brackets and the scheme of a link', ' <mailto:v@example.com> '],
    ['one of the angle brackets', 'v@example.com>'],
  ])('ignores what was pasted with the email: %s', (_, pasted) => {
    expect(checkEmail(pasted)).toBe('ok');
    expect(trimEmail(pasted)).toBe('v@example.com');
  });

  it('asks for an email if only what comes with a pasted one was typed', () => {
    for (const typed of ['\u200b \u200b', 'mailto:', '<>']) expect(checkEmail(typed)).toBe('required');
  });

  it('accepts what the pattern of the specification does, also if it is unusual', () => {
    for (const typed of ['a..b@c.co', 'a@b..co', 'mailto@b.co', 'a<b@c.co'])
      expect([checkEmail(typed), trimEmail(typed)]).toEqual(['ok', typed]);
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

  it('rejects a very long text in less than 200 ms, because the pattern takes quadratic time', () => {
    const startedAtMs = performance.now();
    expect(checkEmail(`a@${'.'.repeat(100_000)}@`)).toBe('invalid');
    expect(checkEmail(`a${' '.repeat(100_000)}@`)).toBe('invalid');
    expect(checkEmail(' '.repeat(100_000))).toBe('required');
    expect(performance.now() - startedAtMs).toBeLessThan(200);
  });
});
