import { selectedPlanFrom, rejectedEmail } from './handover.ts';

it.each([
  [{ selectedPlan: 'plan3' }, 'plan3', null],
  [{ selectedPlan: 'plan1', email: 'rejected@example.com' }, 'plan1', 'rejected@example.com'],
  [{ selectedPlan: 'plan9', email: 'rejected@example.com' }, 'plan2', 'rejected@example.com'],
  [{ selectedPlan: 'plan3', email: 7 }, 'plan3', null],
  [null, 'plan2', null],
  ['plan3', 'plan2', null],
])('reads from %j the plan %j and the rejected email %j', (handover, plan, email) => {
  expect(selectedPlanFrom(handover)).toBe(plan);
  expect(rejectedEmail(handover)).toBe(email);
});
