type CardOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'authentication' }
  | { readonly kind: 'declined'; readonly message: string };

/** Stripe's published test cards that the sandbox knows. https://docs.stripe.com/testing */
const testCards: Readonly<Record<string, CardOutcome>> = {
  '4242424242424242': { kind: 'accepted' },
  '4000000000000002': { kind: 'declined', message: 'Your card was declined.' },
  '4000000000009995': { kind: 'declined', message: 'Your card has insufficient funds.' },
  '4000002760003184': { kind: 'authentication' },
  '4000000000003220': { kind: 'authentication' },
};

/** Undefined for every other number: a real one has no business here. */
export function outcomeOf(number: string): CardOutcome | undefined {
  return Object.hasOwn(testCards, number) ? testCards[number] : undefined;
}
