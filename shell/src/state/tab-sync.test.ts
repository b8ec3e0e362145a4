import { mayShowPaymentForm } from './tab-sync.ts';

test.each([
  ['/checkout', 'page', true],
  ['/checkout', 'dialog', true],
  ['/final', 'dialog', true],
  ['/final', 'page', false],
  ['/', 'dialog', false],
  ['/payment-success', 'page', false],
] as const)('allows a payment form on %s with checkout presented as a %s: %s', (path, presentation, may) => {
  expect(mayShowPaymentForm(path, { checkoutPresentation: presentation })).toBe(may);
});
