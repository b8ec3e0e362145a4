import { isPromotionalPriceActive, offerDurationMs } from '@funnel/contracts/offer';

import { deadlineAt, storeDeadline, type CookieJar } from './deadline.ts';

const nowMs = 1_800_000_000_000;

/** Keeps cookies as a browser does: one assignment sets one cookie, without its attributes. */
function cookieJar(initial = ''): CookieJar & { readonly written: string[] } {
  const cookies = new Map(
    initial ? initial.split('; ').map((pair): [string, string] => [pair.split('=')[0] ?? '', pair]) : [],
  );
  const written: string[] = [];
  return {
    written,
    get cookie() {
      return [...cookies.values()].join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [pair = ''] = text.split(';');
      cookies.set(pair.split('=')[0] ?? '', pair);
    },
  };
}

/** A view of the offer: the page shows the deadline, then stores it. */
const viewOffer = (jar: CookieJar, atMs: number, isSecure = true) =>
  storeDeadline(jar, deadlineAt(jar, atMs), isSecure);

describe('the deadline of the offer', () => {
  it('is 9:57 after the first view, in a cookie of the whole site', () => {
    const jar = cookieJar('visit=abc');
    expect(viewOffer(jar, nowMs)).toBe(nowMs + 597_000);
    expect(jar.written).toEqual([
      `offer-deadline=${nowMs + 597_000}; Path=/; Max-Age=2592000; SameSite=Lax; Secure`,
    ]);
  });

  it('is stored without `Secure` on a page without TLS', () => {
    const jar = cookieJar();
    viewOffer(jar, nowMs, false);
    expect(jar.written).toEqual([`offer-deadline=${nowMs + 597_000}; Path=/; Max-Age=2592000; SameSite=Lax`]);
  });

  it('is not stored by reading it', () => {
    const jar = cookieJar();
    expect(deadlineAt(jar, nowMs)).toBe(nowMs + 597_000);
    expect(jar.written).toEqual([]);
  });

  it('is the same after a reload', () => {
    const jar = cookieJar();
    const first = viewOffer(jar, nowMs);
    expect(viewOffer(jar, nowMs + 120_000)).toBe(first);
    expect(jar.written).toHaveLength(1);
  });

  it('stays the same after it has passed', () => {
    const jar = cookieJar();
    const first = viewOffer(jar, nowMs);
    expect(viewOffer(jar, nowMs + 86_400_000)).toBe(first);
  });

  it.each(['', 'soon', '-5', '1e30', '12.5'])('restarts if the cookie contains "%s"', (value) => {
    const jar = cookieJar(`offer-deadline=${value}; other=${nowMs}`);
    expect(viewOffer(jar, nowMs)).toBe(nowMs + offerDurationMs);
  });

  it('restarts if the cookie is later than a full offer from now', () => {
    const jar = cookieJar(`offer-deadline=${nowMs + offerDurationMs + 1}`);
    expect(viewOffer(jar, nowMs)).toBe(nowMs + offerDurationMs);
  });

  it('ignores cookies with similar names', () => {
    const jar = cookieJar('my-offer-deadline=1; offer-deadline-2=2');
    expect(viewOffer(jar, nowMs)).toBe(nowMs + offerDurationMs);
  });
});

describe('the deadline from the service', () => {
  const browserDeadlineMs = nowMs + offerDurationMs;

  it('replaces the stored one if it is earlier', () => {
    const jar = cookieJar();
    viewOffer(jar, nowMs);
    expect(storeDeadline(jar, browserDeadlineMs - 60_000, true)).toBe(browserDeadlineMs - 60_000);
    expect(viewOffer(jar, nowMs + 1_000)).toBe(browserDeadlineMs - 60_000);
  });

  it('never extends the stored one', () => {
    const jar = cookieJar();
    viewOffer(jar, nowMs);
    expect(storeDeadline(jar, browserDeadlineMs + 60_000, true)).toBe(browserDeadlineMs);
    expect(jar.written).toHaveLength(1);
  });
});

describe('the promotional price', () => {
  it.each([
    ['header', false, true],
    ['header', true, true],
    ['enforce', false, true],
    ['enforce', true, false],
  ] as const)('with the setting %s and the end reached %s is active: %s', (setting, hasEnded, isActive) => {
    expect(isPromotionalPriceActive(setting, hasEnded)).toBe(isActive);
  });
});
