import { markupOf } from '@funnel/shell-kit/markup';

import { StatusMessage } from './status-message.tsx';

it('has its text in an output, so that screen readers announce another one while the title stays', () => {
  const markup = markupOf(
    <StatusMessage image={null} title="Confirming your payment" text="Your bank is still working on it.">
      {null}
    </StatusMessage>,
  );
  expect(markup).toContain('<output>Your bank is still working on it.</output>');
});
