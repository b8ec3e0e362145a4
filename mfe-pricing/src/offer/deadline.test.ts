import { isPromotionalPriceActive, offerDurationMs } from '@funnel/contracts/offer';

import { getOrCreateDeadline, shortenDeadline, type CookieJar } from './deadline.ts';

const nowMs = 1_800_000_000_000;

/** Keeps cookies as a browser does: one assignment sets one cookie, without its attributes. */
function cookieJar(before = ''): CookieJar & { readonly written: string[] } {
  const cookies = new Map(
    before ? before.split('; ').map((pair): [string, string] => [pair.split('=')[0] ?? '', pair]) : [],
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

describe('the deadline of the offer', () => {
  it('is 9:57 after the first view, in a cookie of the whole site', () => {
    const jar = cookieJar('visit=abc');
    expect(getOrCreateDeadline(jar, nowMs, true)).toBe(nowMs + 597_000);
    expect(jar.written).toEqual([
      `offer-deadline=${nowMs + 597_000}; Path=/; Max-Age=2592000; SameSite=Lax; Secure`,
    ]);
  });

  it('is not marked secure where the page is not', () => {
    const jar = cookieJar();
    getOrCreateDeadline(jar, nowMs, false);
    expect(jar.written[0]).not.toContain('Secure');
  });

  it('is the same after a reload', () => {
    const jar = cookieJar();
    const first = getOrCreateDeadline(jar, nowMs, true);
    expect(getOrCreateDeadline(jar, nowMs + 120_000, true)).toBe(first);
    expect(jar.written).toHaveLength(1);
  });

  it('stays past when it is past', () => {
    const jar = cookieJar();
    const first = getOrCreateDeadline(jar, nowMs, true);
    expect(getOrCreateDeadline(jar, nowMs + 86_400_000, true)).toBe(first);
  });

  it.each(['', 'soon', '-5', '1e30', '12.5'])('begins anew where the cookie says "%s"', (value) => {
    const jar = cookieJar(`offer-deadline=${value}; other=${nowMs}`);
    expect(getOrCreateDeadline(jar, nowMs, true)).toBe(nowMs + offerDurationMs);
  });

  it('begins anew where the cookie is further away than the offer is long', () => {
    const jar = cookieJar(`offer-deadline=${nowMs + offerDurationMs + 1}`);
    expect(getOrCreateDeadline(jar, nowMs, true)).toBe(nowMs + offerDurationMs);
  });

  it('does not take another cookie for its own', () => {
    const jar = cookieJar('my-offer-deadline=1; offer-deadline-2=2');
    expect(getOrCreateDeadline(jar, nowMs, true)).toBe(nowMs + offerDurationMs);
  });
});

describe('the deadline that the service knows', () => {
  const ownMs = nowMs + offerDurationMs;

  it('replaces the stored one if it is earlier', () => {
    const jar = cookieJar();
    getOrCreateDeadline(jar, nowMs, true);
    expect(shortenDeadline(jar, ownMs - 60_000, true)).toBe(ownMs - 60_000);
    expect(getOrCreateDeadline(jar, nowMs + 1_000, true)).toBe(ownMs - 60_000);
  });

  it('never moves the stored one back', () => {
    const jar = cookieJar();
    getOrCreateDeadline(jar, nowMs, true);
    expect(shortenDeadline(jar, ownMs + 60_000, true)).toBe(ownMs);
    expect(jar.written).toHaveLength(1);
  });
});

describe('the promotional price', () => {
  it.each([
    ['header', false, true],
    ['header', true, true],
    ['enforce', false, true],
    ['enforce', true, false],
  ] as const)('with the setting %s and the end reached %s holds: %s', (setting, hasEnded, holds) => {
    expect(isPromotionalPriceActive(setting, hasEnded)).toBe(holds);
  });
});
