import { createHash } from 'node:crypto';

import { measureProcessorTime } from '@funnel/service-kit/processor-time.testkit';

import { createEmailMatcher } from './email-in-text.ts';

const matcher = () => createEmailMatcher(' Ada.Mark_1@example.com ');
const remove = (text: string) => matcher().remove(text);
const alias = /[0-9a-f-]{36}@removed\.invalid/;

describe('an email in a text', () => {
  it.each([
    'ada.mark_1@example.com',
    'ADA.MARK_1@EXAMPLE.COM',
    '/final?email=Ada.Mark_1%40example.com&plan=2',
    'email%3Dada.mark_1%40example.com%26plan',
    'email%253Dada%252Emark_1%2540example.com',
    'mail+ada.mark_1%40example.com',
    String.raw`{"email":"ada.mark_1\u0040example.com"}`,
    String.raw`{"detail":"{\"a\":\"x\\nada.mark_1\\u0040example.com\\n\"}"}`,
    String.raw`\u003cada.mark_1@example.com\u003e`,
    'Write to <ada.mark_1@example.com>.',
    'mailto:ada.mark_1@example.com, please.',
    "'ada.mark_1@example.com'",
    "b'ada.mark_1@example.com'",
    "ada.mark_1@example.com's plan",
    '...ada.mark_1@example.com...',
    '-ada.mark_1@example.com',
    'ada.mark_1@example.com- call me',
    ' - ada.mark_1@example.com-',
    '\u0000ada.mark_1@example.com\u0000',
    '%41, ada.mark_1@example.com, %41',
    'ada.mark_1@example.com%20and%20more',
    String.raw`ada.mark_1@example.com\u0020and`,
  ])('is replaced by an alias: %j', (text) => {
    const rest = remove(text);
    expect(rest).toMatch(alias);
    expect(decodeURIComponent(decodeURIComponent(rest)).toLowerCase()).not.toMatch(/ada.?mark/);
    expect(matcher().required[0]?.every((part) => text.toLowerCase().includes(part))).toBe(true);
  });

  it.each([
    'xada.mark_1@example.com',
    'x.ada.mark_1@example.com',
    'x+ada.mark_1@example.com',
    'x-ada.mark_1@example.com',
    "o'ada.mark_1@example.com",
    'o%27ada.mark_1%40example.com',
    'x%2Bada.mark_1%40example.com',
    String.raw`x\u002dada.mark_1@example.com`,
    'ada.mark_1@example.com.au',
    'ada.mark_1@example.community',
    'ada.mark_1@example.com-mail.de',
    'ada.mark_1%40example.com%2Email.de',
    'ada.mark_1%2540example.com%252Dmail.de',
    String.raw`ada.mark_1@example.com\u002dmail.de`,
    String.raw`ada.mark_1@example.com\\u002dmail.de`,
    String.raw`ada.mark_1@example.com\u00fc.de`,
    `xada.mark_1@example.com${' '.repeat(300)}`,
    'adaxmark_1@example.com',
    'ada.mark_1 at example.com',
  ])('is not found in another email or text: %j', (text) => expect(remove(text)).toBe(text));

  it('is replaced everywhere in a text, and JSON stays valid', () => {
    const text = JSON.stringify({ a: 'ada.mark_1@example.com ADA.mark_1@example.com', b: 'bob@example.com' });
    expect(JSON.parse(remove(text))).toEqual({
      a: expect.stringMatching(new RegExp(`^${alias.source} ${alias.source}$`)),
      b: 'bob@example.com',
    });
  });

  it('is also found by its hash', () => {
    const hash = createHash('sha256').update('ada.mark_1@example.com').digest('hex');
    const rest = remove(`{"emailSha256":"${hash}","other":"${hash.toUpperCase()}"}`);
    expect(rest.toLowerCase()).not.toContain(hash);
    expect(rest).toMatch(/^\{"emailSha256":"[0-9a-f]{64}","other":"[0-9a-f]{64}"\}$/);
  });

  it('is found with letters beyond a to z, in either case and encoded', () => {
    const umlaut = createEmailMatcher('Änn@exämple.de');
    for (const text of ['änn@EXÄMPLE.de', '%C3%A4nn%40ex%c3%a4mple.de', String.raw`\u00c4nn@ex\u00e4mple.de`])
      expect(umlaut.remove(text)).toMatch(new RegExp(`^${alias.source}$`));
  });

  it('is found with every punctuation mark that an email may contain', () => {
    const email = `a!#$%&'*+/=?^_\`{|}~-"[]()<>,:;.z@my-mail.example.com`;
    const found = createEmailMatcher(email);
    for (const text of [email, encodeURIComponent(email), JSON.stringify(email).slice(1, -1)])
      expect(found.remove(text)).toMatch(new RegExp(`^${alias.source}$`));
  });

  it('is found with the backslashes of its name, as they are, doubled, or encoded', () => {
    const backslash = createEmailMatcher(String.raw`"a\b\"c"@example.com`);
    for (const text of [
      String.raw`"a\b\"c"@example.com`,
      String.raw`\"a\\b\\\"c\"@example.com`,
      '"a%5Cb%255c"c"@example.com',
    ])
      expect(backslash.remove(text)).toMatch(new RegExp(`^${alias.source}$`));
    for (const text of ['"ab"c"@example.com', '"a/b/"c"@example.com'])
      expect(backslash.remove(text)).toBe(text);
  });

  it('is found with a slash that JSON has escaped, as some other products do', () => {
    const slash = createEmailMatcher('a/b@example.com');
    expect(slash.remove(String.raw`a\/b@example.com`)).toMatch(new RegExp(`^${alias.source}$`));
    expect(slash.remove(String.raw`a\b@example.com`)).toBe(String.raw`a\b@example.com`);
  });

  it('names the runs of letters and digits that a text must have', () => {
    expect(matcher().required[0]).toEqual(['ada', 'mark', '1', 'example', 'com']);
  });

  it('takes less than 2 s of processor time for thousands of backslashes or percent signs', () => {
    const hostile = createEmailMatcher(`${'\\'.repeat(60)}@example.com`);
    const usedMs = measureProcessorTime();
    hostile.remove('\\'.repeat(5000));
    remove('%25'.repeat(5000));
    expect(usedMs()).toBeLessThan(2000);
  });
});
