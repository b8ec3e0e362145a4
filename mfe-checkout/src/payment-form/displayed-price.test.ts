import { displayedPrice } from './displayed-price.ts';

const expected = { planId: 'plan2', currency: 'EUR', promotional: true } as const;
const session = (amountMinor: number) =>
  ({
    sessionId: 'cs_1',
    clientSecret: 'cs_1_secret_1',
    amountMinor,
    currency: 'EUR',
    plan: { planId: 'plan2', name: '4-WEEK PLAN' },
  }) as const;
const eur = (amountMinor: number) => ({ amountMinor, currency: 'EUR' });

describe('the price on the checkout', () => {
  it('is the promotional price while the service has not said otherwise', () => {
    expect(displayedPrice(expected, null)).toMatchObject({
      today: eur(1999),
      original: eur(3999),
      saved: eur(2000),
    });
  });

  it('is the full price once an enforced offer is known to have ended', () => {
    expect(displayedPrice({ ...expected, promotional: false }, null)).toMatchObject({
      today: eur(3999),
      saved: eur(0),
    });
  });

  it('is what the session will charge, whatever the page expected', () => {
    const ended = displayedPrice(expected, session(3999));
    expect(ended).toMatchObject({ today: eur(3999), saved: eur(0), perDay: eur(143), promotional: false });
    expect(displayedPrice(expected, session(1500))).toMatchObject({ today: eur(1500), saved: eur(2499) });
  });

  it('renews at what the service says, not at what the page was built with', () => {
    const dearer = { ...session(4499), renewalMinor: 8999 };
    expect(displayedPrice(expected, dearer)).toMatchObject({
      today: eur(4499),
      renewal: eur(8999),
      original: eur(8999),
      saved: eur(4500),
      promotional: true,
    });
  });

  it('does not take over from a session for another plan', () => {
    expect(displayedPrice({ ...expected, planId: 'plan1' }, session(3999))).toMatchObject({
      today: eur(693),
    });
  });
});
