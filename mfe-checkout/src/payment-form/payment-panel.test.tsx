import { priceOf } from '@funnel/contracts/plans';
import { markupOf } from '@funnel/shell-kit/markup';

import { PaymentPanel } from './payment-panel.tsx';

it.each(['page', 'dialog'] as const)(
  'has the agreement with its links directly above the payment form (%s)',
  (presentation) => {
    const markup = markupOf(
      <PaymentPanel
        presentation={presentation}
        order={{ planId: 'plan2', email: 'v@example.com' }}
        price={priceOf('plan2', 'EUR')}
        onOpened={() => undefined}
      />,
    );
    const [above = '', below] = markup.split('</p><div tabindex="-1"');
    expect(below).toBeDefined();
    const sentence = above.slice(above.lastIndexOf('<p'));
    expect(sentence.replace(/<[^>]+>/g, '')).toBe(
      'By paying, you agree to the Terms and Conditions and the Subscription Terms, and confirm that you have read the Privacy Policy.',
    );
    expect([...sentence.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, name]) => name)).toEqual([
      'Terms and Conditions',
      'Subscription Terms',
      'Privacy Policy',
    ]);
  },
);
