export interface CardEntry {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export type CardErrors = Partial<Record<keyof CardEntry, string>>;

type CardOutcome = 'accepted' | 'authentication' | 'pending' | 'incomplete' | { readonly declined: string };

/** The supported test numbers of Stripe; the last two are bank accounts. https://docs.stripe.com/testing */
const testNumbers: Readonly<Record<string, CardOutcome>> = {
  '4242424242424242': 'accepted',
  '4000000000000002': { declined: 'Your card was declined.' },
  '4000000000009995': { declined: 'Your card has insufficient funds.' },
  '4000002760003184': 'authentication',
  '4000000000003220': 'authentication',
  '000123456789': 'pending',
  '000000000009': 'incomplete',
};

/** Undefined for every other number, which may be a real one. */
export function outcomeOf(number: string): CardOutcome | undefined {
  return Object.hasOwn(testNumbers, number) ? testNumbers[number] : undefined;
}

function numberError(number: string): string | undefined {
  if (number.length < 12) return 'Your card number is incomplete.';
  return outcomeOf(number)
    ? undefined
    : "This sandbox takes only Stripe's test cards, such as 4242 4242 4242 4242.";
}

function expiryError(expiry: string, now: Date): string | undefined {
  const [, month = '', year = ''] = /^(\d{1,2})\D*(\d{2})$/.exec(expiry) ?? [];
  if (year === '') return "Your card's expiration date is incomplete.";
  if (Number(month) < 1 || Number(month) > 12) return "Your card's expiration month is invalid.";
  // A card is valid until the end of its month.
  const ends = Date.UTC(2000 + Number(year), Number(month));
  return ends <= now.getTime() ? "Your card's expiration date is in the past." : undefined;
}

function cvcError(cvc: string): string | undefined {
  return /^\d{3,4}$/.test(cvc) ? undefined : "Your card's security code is incomplete.";
}

/** The errors by field; empty if the card can be charged. `number` and `cvc` contain digits only. */
export function cardErrors({ number, expiry, cvc }: CardEntry, now: Date): CardErrors {
  const errors = { number: numberError(number), expiry: expiryError(expiry.trim(), now), cvc: cvcError(cvc) };
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));
}
