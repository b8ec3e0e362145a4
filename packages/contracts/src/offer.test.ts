import {
  isPromotionalPriceActive,
  offerRequestSchema,
  offerResponseSchema,
  readOfferDeadline,
} from './offer.ts';

describe('the deadline in the cookies', () => {
  it('is read among other cookies', () => {
    expect(readOfferDeadline('visit=a.b.c; offer-deadline=1800000000000; other=1')).toBe(1_800_000_000_000);
  });

  it.each([
    ['no cookie', ''],
    ['an empty one', 'offer-deadline='],
    ['another name', 'my-offer-deadline=1800000000000; offer-deadline-2=1800000000000'],
    ['a negative number', 'offer-deadline=-1800000000000'],
    ['a fraction', 'offer-deadline=1800000000000.5'],
    ['an exponent', 'offer-deadline=18e11'],
    ['a text', 'offer-deadline=soon'],
    ['16 digits', 'offer-deadline=0001800000000000'],
    ['400 digits', `offer-deadline=${'9'.repeat(400)}`],
  ])('is null for %s', (_, cookies) => {
    expect(readOfferDeadline(cookies)).toBeNull();
  });

  it('is read from 15 digits', () => {
    expect(readOfferDeadline('offer-deadline=001800000000000')).toBe(1_800_000_000_000);
  });

  it('is the first well-formed one of several', () => {
    const cookies = `offer-deadline=${'9'.repeat(20)}; offer-deadline=1800000000000; offer-deadline=1900000000000`;
    expect(readOfferDeadline(cookies)).toBe(1_800_000_000_000);
  });
});

describe('the time left', () => {
  it.each([0, 1, 596_999, 597_000])('is accepted from none to a full offer: %i ms', (remainingMs) => {
    expect(offerRequestSchema.safeParse({ remainingMs }).success).toBe(true);
    expect(offerResponseSchema.safeParse({ remainingMs }).success).toBe(true);
  });

  it.each([-1, 597_001, 1.5, '60000', null])('is rejected if it is %j', (remainingMs) => {
    expect(offerRequestSchema.safeParse({ remainingMs }).success).toBe(false);
    expect(offerResponseSchema.safeParse({ remainingMs }).success).toBe(false);
  });
});

it.each([
  ['header', false, true],
  ['header', true, true],
  ['enforce', false, true],
  ['enforce', true, false],
] as const)(
  'with the setting %s and an end that is %s the promotional price applies: %s',
  (setting, hasEnded, applies) => {
    expect(isPromotionalPriceActive(setting, hasEnded)).toBe(applies);
  },
);
