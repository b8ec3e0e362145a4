import { readOrder, toHandover } from './order.ts';

/** A page of its own. Returns a function with the order of its checkout, for an entry of its history that has one. */
async function openPage(beganHere: boolean) {
  jest.resetModules();
  const { currentHandover } = await import('./order.ts');
  return (stored: string | null) => {
    const entry = { selectedPlan: 'plan3', email: 'handed@example.com' };
    return readOrder(currentHandover(entry, stored, beganHere), stored, {});
  };
}

describe('the order on the checkout', () => {
  it('has the plan and the email of the handover', () => {
    expect(readOrder({ selectedPlan: 'plan3', email: 'new@example.com' }, 'old@example.com', {})).toEqual({
      planId: 'plan3',
      email: 'new@example.com',
    });
  });

  it.each([null, undefined, 'plan3', { usr: 1 }, [], { selectedPlan: 'plan9', email: 7 }])(
    'has the default plan and the known email if the handover is %j',
    (handover) => {
      expect(readOrder(handover, 'known@example.com', {})).toEqual({
        planId: 'plan2',
        email: 'known@example.com',
      });
    },
  );

  it('has the known email if the one of the handover is invalid', () => {
    expect(readOrder({ selectedPlan: 'plan3', email: 'no email' }, 'known@example.com', {})).toEqual({
      planId: 'plan3',
      email: 'known@example.com',
    });
  });

  it('has the plan with which an experiment begins if the handover has none', () => {
    expect(readOrder(null, null, { firstPlan: 'plan1' }).planId).toBe('plan1');
    expect(readOrder({ selectedPlan: 'plan3' }, null, { firstPlan: 'plan1' }).planId).toBe('plan3');
  });

  it('has the email of the handover until another one is stored, in a page that began with the checkout', async () => {
    const orderWith = await openPage(true);
    expect(orderWith('stored@example.com')).toEqual({ planId: 'plan3', email: 'handed@example.com' });
    expect(orderWith('stored@example.com')).toEqual({ planId: 'plan3', email: 'handed@example.com' });
    expect(orderWith('changed@example.com')).toEqual({ planId: 'plan3', email: 'changed@example.com' });
    // After "Start over".
    expect(orderWith(null)).toEqual({ planId: 'plan3', email: null });
  });

  it('has the stored email before that of the handover, in a page that began on another screen', async () => {
    const [first, second] = [await openPage(false), await openPage(false)];
    expect(first('stored@example.com')).toEqual({ planId: 'plan3', email: 'stored@example.com' });
    // A browser that stores nothing has the email in its history only.
    expect(second(null)).toEqual({ planId: 'plan3', email: 'handed@example.com' });
  });

  it('keeps a valid plan next to an invalid email', () => {
    const order = readOrder({ selectedPlan: 'plan1', email: 'not an email' }, null, {});
    expect(order).toEqual({ planId: 'plan1', email: null });
  });

  it('has the email without the white space around it, wherever it is from', () => {
    expect(readOrder({ email: ' new@example.com\n' }, null, {}).email).toBe('new@example.com');
    expect(readOrder(null, '\tknown@example.com ', {}).email).toBe('known@example.com');
  });

  it('is handed over with its email, or with the plan alone if no email is known', () => {
    const order = { planId: 'plan3', email: 'visitor@example.com' } as const;
    expect(toHandover(order)).toEqual({ selectedPlan: 'plan3', email: 'visitor@example.com' });
    expect(toHandover({ ...order, email: null })).toEqual({ selectedPlan: 'plan3' });
  });

  it('has no email if the stored one is invalid', () => {
    expect(readOrder(null, 'not an email', {}).email).toBeNull();
  });
});
