import type { PublicConfig } from '@funnel/contracts/api';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { currentCheckout, proceedToCheckout } from './use-checkout.ts';

const config = (checkoutPresentation: PublicConfig['checkoutPresentation']): PublicConfig => ({
  ...noopShell.config,
  checkoutPresentation,
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

const paying = { status: 'paying', from: 'end', email: 'rejected@example.com' } as const;
const before = { selectedPlan: 'plan3' } as const;

describe('the checkout on the offer', () => {
  it('asks for another email, beside the same button, when the payment form hands its email back', () => {
    const handedBack = { selectedPlan: 'plan3', email: 'rejected@example.com' };
    expect(currentCheckout({ checkout: paying, handover: before }, handedBack)).toEqual({
      status: 'asking-email',
      from: 'end',
    });
  });

  it('keeps the payment form open until then', () => {
    expect(currentCheckout({ checkout: paying, handover: before }, before)).toEqual(paying);
    const earlier = { selectedPlan: 'plan3', email: 'rejected@example.com' };
    expect(currentCheckout({ checkout: paying, handover: earlier }, earlier)).toEqual(paying);
  });

  it('keeps the payment form open if another email was handed back', () => {
    const other = { selectedPlan: 'plan3', email: 'other@example.com' };
    expect(currentCheckout({ checkout: paying, handover: before }, other)).toEqual(paying);
  });

  it.each([
    { status: 'idle' },
    { status: 'asking-email', from: 'plans' },
    { status: 'leaving', from: 'plans' },
    { status: 'failed', from: 'plans' },
  ] as const)('does not change because of a handed back email while it is %j', (checkout) => {
    const handedBack = { selectedPlan: 'plan3', email: 'rejected@example.com' };
    expect(currentCheckout({ checkout, handover: before }, handedBack)).toEqual(checkout);
  });
});
