import { rejectedEmail, selectedPlanFrom, usableEmail, withSelectedPlan } from './handover.ts';

it.each([
  [{ selectedPlan: 'plan3' }, 'plan3', null],
  [{ selectedPlan: 'plan1', email: 'rejected@example.com' }, 'plan1', 'rejected@example.com'],
  [{ selectedPlan: 'plan9', email: 'rejected@example.com' }, 'plan2', 'rejected@example.com'],
  [{ selectedPlan: 'plan3', email: 7 }, 'plan3', null],
  [null, 'plan2', null],
  ['plan3', 'plan2', null],
])('reads from %j the plan %j and the rejected email %j', (handover, plan, email) => {
  expect(selectedPlanFrom(handover, {})).toBe(plan);
  expect(rejectedEmail(handover)).toBe(email);
});

it('begins with the plan of an experiment, which a plan selected earlier replaces', () => {
  expect(selectedPlanFrom(null, { firstPlan: 'plan1' })).toBe('plan1');
  expect(selectedPlanFrom({ selectedPlan: 'plan3' }, { firstPlan: 'plan1' })).toBe('plan3');
});

it.each([
  ['the known email', 'known@example.com', { selectedPlan: 'plan1' }, 'known@example.com'],
  ['no email if none is known', null, { selectedPlan: 'plan1' }, null],
  ['no email if the known one was rejected', 'known@example.com', { email: 'known@example.com' }, null],
  [
    'the known email if another one was rejected',
    'known@example.com',
    { email: 'x@y.example' },
    'known@example.com',
  ],
])('the purchase uses %s', (_, known, handover, email) => {
  expect(usableEmail(known, handover)).toBe(email);
});

it('a rejected email stays rejected when the visitor selects another plan', () => {
  expect(withSelectedPlan({ selectedPlan: 'plan1', email: 'rejected@example.com' }, 'plan3')).toEqual({
    selectedPlan: 'plan3',
    email: 'rejected@example.com',
  });
  expect(withSelectedPlan({ selectedPlan: 'plan1' }, 'plan3')).toEqual({ selectedPlan: 'plan3' });
  expect(withSelectedPlan(null, 'plan2')).toEqual({ selectedPlan: 'plan2' });
});
