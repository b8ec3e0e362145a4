import { priceOf } from '@funnel/contracts/plans';
import { markupOf } from '@funnel/shell-kit/markup';

import { PaymentPanel } from './payment-panel.tsx';

it.each(['page', 'dialog'] as const)(
  'has links to the texts of the agreement below the payment form, and leaves the agreement to the form (%s)',
  (presentation) => {
    const markup = markupOf(
      <PaymentPanel
        presentation={presentation}
        order={{ planId: 'plan2', email: 'v@example.com' }}
        price={priceOf('plan2', 'EUR')}
        onOpened={() => undefined}
      />,
    );
    const [, below = ''] = markup.split('<div tabindex="-1"');
    expect(markup).not.toContain('you agree');
    expect([...below.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, name]) => name)).toEqual([
      'Terms and Conditions',
      'Subscription Terms',
      'Privacy Policy',
    ]);
  },
);
