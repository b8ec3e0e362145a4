import { selectedPlanFrom, rejectedEmail } from './handover.ts';

it.each([
  [{ selectedPlan: 'plan3' }, 'plan3', null],
  [{ selectedPlan: 'plan1', email: 'refused@example.com' }, 'plan1', 'refused@example.com'],
  [{ selectedPlan: 'plan9', email: 'refused@example.com' }, 'plan2', 'refused@example.com'],
  [{ selectedPlan: 'plan3', email: 7 }, 'plan3', null],
  [null, 'plan2', null],
  ['plan3', 'plan2', null],
])('takes from %j that the plan is %j and the refused address %j', (handover, plan, email) => {
  expect(selectedPlanFrom(handover)).toBe(plan);
  expect(rejectedEmail(handover)).toBe(email);
});
