import { mayShowPaymentForm } from './tab-sync.ts';

test.each([
  ['/checkout', 'page', true],
  ['/checkout', 'dialog', true],
  ['/final', 'dialog', true],
  ['/final', 'page', false],
  ['/', 'dialog', false],
  ['/payment-success', 'page', false],
] as const)(
  'whether a payment form may stand on %s, with the payment in a %s: %s',
  (path, presentation, may) => {
    expect(mayShowPaymentForm(path, { checkoutPresentation: presentation })).toBe(may);
  },
);
