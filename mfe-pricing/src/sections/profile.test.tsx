import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { Profile } from './profile.tsx';

const email = 'vera@example.com';
const shell = {
  state: { ...noopShell.state, get: () => ({ specialGoal: 'Vacation', email, quizAnswers: {} }) },
};

it('says that the email is set for checkout, if one is', () => {
  expect(markupOf(<Profile email={email} />, shell)).toContain(
    'Welcome back vera@example.com! Your email is already set for checkout.',
  );
  const withoutEmail = markupOf(<Profile email={null} />, shell);
  expect(withoutEmail).toContain('Vacation');
  expect(withoutEmail).not.toContain(email);
});
