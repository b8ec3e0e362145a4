import type { PublicConfig } from '@funnel/contracts/api';

import { proceedToCheckout } from './proceed-to-checkout.ts';

const config = (checkoutPresentation: PublicConfig['checkoutPresentation']): PublicConfig => ({
  currency: 'USD',
  stripe: null,
  consent: 'implied',
  offerExpiry: 'header',
  checkoutPresentation,
  claims: 'all',
  links: { app: '', supportEmail: '', portalLogin: null, appStore: null, googlePlay: null },
});
const order = { from: 'plans', planId: 'plan3', email: 'visitor@example.com' } as const;

it('hands plan and email over to the checkout page, outside its URL', () => {
  const navigate = jest.fn();
  expect(proceedToCheckout({ config: config('page'), navigate }, order)).toEqual({
    status: 'leaving',
    from: 'plans',
  });
  expect(navigate.mock.calls).toEqual([
    ['/checkout', { handover: { selectedPlan: 'plan3', email: 'visitor@example.com' } }],
  ]);
});

it('opens the payment form on the offer if the presentation is dialog', () => {
  const navigate = jest.fn();
  const next = proceedToCheckout({ config: config('dialog'), navigate }, order);
  expect(next).toEqual({ status: 'paying', from: 'plans', email: 'visitor@example.com' });
  expect(navigate).not.toHaveBeenCalled();
});

it('reports a failure for the button that was clicked', () => {
  const navigate = () => {
    throw new Error('no history');
  };
  expect(proceedToCheckout({ config: config('page'), navigate }, { ...order, from: 'end' })).toEqual({
    status: 'failed',
    from: 'end',
  });
});
