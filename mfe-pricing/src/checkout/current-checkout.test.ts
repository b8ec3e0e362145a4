import { currentCheckout } from './current-checkout.ts';

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
