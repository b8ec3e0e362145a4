import { en } from '@funnel/contracts/content/en';
import { priceOf } from '@funnel/contracts/plans';

import { session } from './checkout-session.testkit.ts';
import { displayedPrice, expectsPromotionalPrice, sessionWithPrice, shownNotice } from './displayed-price.ts';

const expected = { planId: 'plan2', currency: 'EUR', promotional: true } as const;
const sessionOf = (amountMinor: number) => ({ ...session, amountMinor, currency: 'EUR' }) as const;
const eur = (amountMinor: number) => ({ amountMinor, currency: 'EUR' });

describe('the price on the checkout', () => {
  it('is the promotional price until the service names a price', () => {
    expect(displayedPrice(expected, null)).toMatchObject({
      today: eur(1999),
      original: eur(3999),
      saved: eur(2000),
    });
  });

  it('is the full price after an enforced offer has ended', () => {
    expect(displayedPrice({ ...expected, promotional: false }, null)).toMatchObject({
      today: eur(3999),
      saved: eur(0),
    });
  });

  it('is the price of the session if the page expected another one', () => {
    const ended = displayedPrice(expected, sessionOf(3999));
    expect(ended).toMatchObject({ today: eur(3999), saved: eur(0), perDay: eur(143), promotional: false });
    expect(displayedPrice(expected, sessionOf(1500))).toMatchObject({ today: eur(1500), saved: eur(2499) });
  });

  it('renews at the price from the service, not at the price of the build', () => {
    const raised = { ...sessionOf(4499), renewalMinor: 8999 };
    expect(displayedPrice(expected, raised)).toMatchObject({
      today: eur(4499),
      renewal: eur(8999),
      original: eur(8999),
      saved: eur(4500),
      promotional: true,
    });
  });

  it('per day is the charged price divided by the days, even if the build knows another price', () => {
    const raised = { ...sessionOf(4499), renewalMinor: 8999 };
    expect(displayedPrice(expected, raised).perDay).toEqual(eur(161));
    expect(displayedPrice(expected, sessionOf(1500)).perDay).toEqual(eur(54));
    expect(displayedPrice(expected, sessionOf(1999)).perDay).toEqual(eur(71));
  });

  it('is in the currency in which the session charges', () => {
    const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' });
    expect(displayedPrice(expected, { ...sessionOf(1999), currency: 'USD' })).toMatchObject({
      today: usd(1999),
      original: usd(3999),
      saved: usd(2000),
      renewal: usd(3999),
      perDay: usd(71),
    });
  });

  it('names no saving if the first period costs more than a renewal', () => {
    const cheaperLater = { ...sessionOf(4499), renewalMinor: 3999 };
    expect(displayedPrice(expected, cheaperLater)).toMatchObject({ today: eur(4499), saved: eur(0) });
  });

  it('ignores the session of another plan', () => {
    expect(displayedPrice({ ...expected, planId: 'plan1' }, sessionOf(3999))).toMatchObject({
      today: eur(693),
    });
  });
});

describe('beside a button that opens another form', () => {
  const priceWithoutForm = (promotional: boolean) =>
    displayedPrice({ ...expected, promotional }, sessionWithPrice(sessionOf(1500), true, promotional));

  it('shows the price of the last form while the offer lasts', () => {
    expect(priceWithoutForm(true)).toMatchObject({ today: eur(1500) });
  });

  it('shows the full price after an enforced offer has ended', () => {
    expect(priceWithoutForm(false)).toMatchObject({ today: eur(3999), saved: eur(0), promotional: false });
  });
});

it('an open form and one that was paid keep their promotional price although the offer has ended', () => {
  const session = sessionWithPrice(sessionOf(1999), false, false);
  expect(displayedPrice({ ...expected, promotional: false }, session)).toMatchObject({ today: eur(1999) });
});

describe('the renewal notice on the checkout', () => {
  const price = priceOf('plan2', 'EUR');
  const ofBuild = 'First 4 weeks at €19.99, then €39.99 every 4 weeks until canceled.';
  const opened = (renewalNotice?: string) =>
    ({ status: 'ready', attemptId: 'a', session: { ...session, renewalNotice } }) as const;

  it('is the text that the service stored with the open session, whatever the build would say', () => {
    const stored = 'First month at €19.99, then €39.99 every month until canceled.';
    expect(shownNotice(opened(stored), price, en)).toBe(stored);
  });

  it('is that of the build before the session is open, and with a service that returns none', () => {
    expect(shownNotice({ status: 'creating', attemptId: 'a' }, price, en)).toBe(ofBuild);
    expect(shownNotice(opened(), price, en)).toBe(ofBuild);
  });
});

describe('the promotional price', () => {
  const nowMs = 1_800_000_000_000;

  it.each([
    ['is expected before the deadline', 'enforce', 'offer-deadline=1800000000001', true],
    ['is not expected at the deadline', 'enforce', 'offer-deadline=1800000000000', false],
    ['is not expected after the deadline', 'enforce', 'visit=a; offer-deadline=1799999999999', false],
    ['is expected if the offer was never viewed', 'enforce', 'visit=a', true],
    ['is expected after a deadline that is not enforced', 'header', 'offer-deadline=1', true],
  ] as const)('%s', (_, setting, cookies, isExpected) => {
    expect(expectsPromotionalPrice(setting, () => cookies, nowMs)).toBe(isExpected);
  });

  it('reads no cookies where the offer does not end', () => {
    const readCookies = jest.fn(() => '');
    expectsPromotionalPrice('header', readCookies, nowMs);
    expect(readCookies).not.toHaveBeenCalled();
    expectsPromotionalPrice('enforce', readCookies, nowMs);
    expect(readCookies).toHaveBeenCalledTimes(1);
  });
});
