import { attributionOf, readAttribution, writeAttribution } from './attribution.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const land = (address: string, { referrer = '', earlier = '' } = {}) => {
  const { searchParams: query, host: ownHost } = new URL(address, 'https://quiz.example.com');
  return attributionOf({ query, referrer, ownHost, nowMs }, readAttribution(earlier, nowMs));
};

it('stores campaign, click ids and the referring host', () => {
  const address =
    '/?utm_source=meta&utm_medium=cpc&utm_campaign=Spring+sale&utm_term=a&utm_content=b&fbclid=IwAR0_x-Y' +
    '&ttclid=E.C.P.1&gclid=Cj0K&email=ada%40example.com&other=1';
  const stored = land(address, { referrer: 'https://l.facebook.com/l.php?u=1' });
  expect(stored?.attribution).toEqual({
    utm_source: 'meta',
    utm_medium: 'cpc',
    utm_campaign: 'Spring sale',
    utm_term: 'a',
    utm_content: 'b',
    fbc: `fb.1.${nowMs}.IwAR0_x-Y`,
    ttclid: 'E.C.P.1',
    gclid: 'Cj0K',
    referrer: 'l.facebook.com',
  });
  expect(stored && readAttribution(writeAttribution(stored), nowMs)).toEqual(stored);
});

it.each([
  ['no source', '/', {}, null],
  ['only a referrer', '/', { referrer: 'https://blog.example.org/post' }, { referrer: 'blog.example.org' }],
  ['a referrer of our own site', '/', { referrer: 'https://quiz.example.com/step-1' }, null],
  [
    'a referrer at another port',
    '/',
    { referrer: 'https://quiz.example.com:8443/' },
    { referrer: 'quiz.example.com' },
  ],
  ['an invalid referrer', '/', { referrer: 'nonsense' }, null],
  ['a referrer after a campaign', '/', { referrer: 'https://a.org', earlier: 'gclid=1' }, { gclid: '1' }],
  ['a later campaign', '/?utm_source=b', { earlier: 'gclid=1' }, { utm_source: 'b' }],
  [
    'the same click again',
    '/?fbclid=abc',
    { earlier: 'fbc=fb.1.1700000000000.abc' },
    { fbc: 'fb.1.1700000000000.abc' },
  ],
  ['a click after a campaign', '/?fbclid=abc', { earlier: 'gclid=1' }, { fbc: `fb.1.${nowMs}.abc` }],
  ['another click', '/?fbclid=xyz', { earlier: 'fbc=fb.1.1700000000000.abc' }, { fbc: `fb.1.${nowMs}.xyz` }],
  ['a tag with an email', '/?utm_term=ada@example.com&gclid=1', {}, { gclid: '1' }],
  ['a tag with an encoded email', '/?utm_content=ada%2540example.com&gclid=1', {}, { gclid: '1' }],
  ['a tag with an email that is encoded twice', '/?utm_campaign=ada%252540example.com', {}, null],
  ['a tag with a percent sign', '/?utm_term=40%2525', {}, { utm_term: '40%25' }],
  [
    'a cookie with an encoded email',
    '/',
    { earlier: 'utm_content=ada%2540example.com&gclid=1' },
    { gclid: '1' },
  ],
  ['a tag of 101 characters', `/?utm_term=${'a'.repeat(101)}`, {}, null],
  ['a click id of 401 characters', `/?gclid=${'a'.repeat(401)}`, {}, null],
  ['an invalid click id', '/?fbclid=a%0Ab&ttclid=%3Cscript%3E', {}, null],
  ['parameters that only the service may set', '/?fbc=fb.1.1700000000000.abc&referrer=a.org', {}, null],
  ['a tampered cookie', '/', { earlier: 'fbc=1&gclid=a b&x=y' }, null],
])('stores only valid attribution from %s', (_, address, options, expected) => {
  expect(land(address, options)?.attribution ?? null).toEqual(expected);
});

it.each([
  ['a repeated click', '/?fbclid=abc', 'fbc=fb.1.1768000000000.abc', 1_768_000_000_000],
  ['a reload with a campaign', '/?gclid=abc&utm_source=g', 'utm_source=g&gclid=abc', 1_768_000_000_000],
  ['a page without a campaign', '/', 'fbc=fb.1.1768000000000.abc', 1_768_000_000_000],
  ['another click', '/?fbclid=xyz', 'fbc=fb.1.1768000000000.abc', nowMs],
])('has after %s the time of its click', (_, address, earlier, at) => {
  expect(land(address, { earlier: `${earlier}&at=1768000000000` })?.at).toBe(at);
});

// Section 5.6 of RFC 6265bis: browsers ignore a cookie whose name and value have more than 4,096 bytes.
it('stores the click id of a campaign whose texts are too long for a cookie, without the longest one', () => {
  const kept = { utm_source: 'meta', utm_campaign: 'あ'.repeat(99), utm_term: 'い'.repeat(98), utm_id: '7' };
  // 12 bytes in a cookie for each character, and 9 for each kana.
  const longest = { utm_medium: '𠮷'.repeat(100) };
  const query = new URLSearchParams({
    ...kept,
    ...longest,
    utm_content: 'う'.repeat(97),
    fbclid: 'a'.repeat(400),
  });
  const referrer = `https://${'b'.repeat(60)}.example.org/`;
  const address = `/?${query.toString()}`;
  const stored = land(address, { referrer });
  if (!stored) throw new Error('nothing is stored');
  expect(stored.attribution).toEqual({
    ...kept,
    utm_content: 'う'.repeat(97),
    fbc: `fb.1.${nowMs}.${'a'.repeat(400)}`,
    referrer: `${'b'.repeat(60)}.example.org`,
  });
  const cookie = writeAttribution(stored);
  expect(cookie.length + 'attribution='.length).toBeLessThan(4096);
  // A reload of the same page is no other click.
  expect(land(address, { referrer, earlier: cookie })).toEqual(stored);
});

it('stores as many click ids as a cookie can contain if encoding makes them longer', () => {
  // A cookie has three bytes for each tilde.
  const id = '~'.repeat(400);
  const query = new URLSearchParams({ gclid: id, gbraid: id, wbraid: id, ttclid: id, utm_source: 'google' });
  const stored = land(`/?${query.toString()}`);
  if (!stored) throw new Error('nothing is stored');
  // Texts are left out before click ids.
  expect(stored.attribution.utm_source).toBeUndefined();
  expect(Object.values(stored.attribution).filter((value) => value === id)).toHaveLength(3);
  expect(writeAttribution(stored).length).toBeLessThan(4096);
});
