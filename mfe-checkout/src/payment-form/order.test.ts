import { toHandover, readOrder } from './order.ts';

describe('the order on the checkout', () => {
  it('takes plan and e-mail from what the offer handed over', () => {
    expect(readOrder({ selectedPlan: 'plan3', email: 'new@example.com' }, 'old@example.com')).toEqual({
      planId: 'plan3',
      email: 'new@example.com',
    });
  });

  it.each([null, undefined, 'plan3', { usr: 1 }, [], { selectedPlan: 'plan9', email: 7 }])(
    'is the default plan and the known e-mail when handed %j',
    (handover) => {
      expect(readOrder(handover, 'known@example.com')).toEqual({
        planId: 'plan2',
        email: 'known@example.com',
      });
    },
  );

  it('keeps a good plan beside a bad e-mail', () => {
    const order = readOrder({ selectedPlan: 'plan1', email: 'no address' }, null);
    expect(order).toEqual({ planId: 'plan1', email: null });
  });

  it('is handed over as it is read, the plan alone where no e-mail is known', () => {
    const order = { planId: 'plan3', email: 'visitor@example.com' } as const;
    expect(toHandover(order)).toEqual({ selectedPlan: 'plan3', email: 'visitor@example.com' });
    expect(toHandover({ ...order, email: null })).toEqual({ selectedPlan: 'plan3' });
  });

  it('has no e-mail where the stored one is none', () => {
    expect(readOrder(null, 'not an address').email).toBeNull();
  });
});
