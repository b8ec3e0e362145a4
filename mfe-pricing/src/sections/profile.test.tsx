import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { Profile } from './profile.tsx';

const email = 'vera@example.com';
const shell = {
  state: { ...noopShell.state, get: () => ({ specialGoal: 'Vacation', email, quizAnswers: {} }) },
};

it('says that the email is set for checkout, unless the checkout handed it back as rejected', () => {
  const welcome = 'Welcome back vera@example.com! Your email is already set for checkout.';
  expect(markupOf(<Profile />, shell)).toContain(welcome);
  const another = { selectedPlan: 'plan2', email: 'old@example.com' };
  expect(markupOf(<Profile />, { ...shell, handover: () => another })).toContain(welcome);

  const rejected = markupOf(<Profile />, { ...shell, handover: () => ({ selectedPlan: 'plan2', email }) });
  expect(rejected).toContain('Vacation');
  expect(rejected).not.toContain(email);
});
