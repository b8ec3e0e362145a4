import { LegalPopupProvider } from '@funnel/shell-kit/legal-popup';
import { markupOf } from '@funnel/shell-kit/markup';

import { BuyPanel } from './buy-panel.tsx';
import type { Checkout } from './use-checkout.ts';

const plan = {
  name: '4-WEEK PLAN',
  today: '$19.99',
  struck: '$39.99',
  savedPercent: 50,
  perDay: '$0.71',
  renewal: '$39.99',
  period: '4 weeks',
  renewalDate: 'May 29, 2026',
  renewalNotice: 'First 4 weeks at $19.99, then $39.99 every 4 weeks until canceled.',
};

const panel = (checkout: Checkout) =>
  markupOf(
    <LegalPopupProvider loading={() => null} failed={() => null}>
      <BuyPanel position="plans" plan={plan} checkout={checkout} onBuy={() => undefined} />
    </LegalPopupProvider>,
  );

/** The attributes and the text of the first button. */
function mainButton(markup: string): [attributes: string, text: string] {
  const [, attributes = '', content = ''] = /<button([^>]*)>(.*?)<\/button>/.exec(markup) ?? [];
  return [attributes, content.replace(/<[^>]+>/g, '')];
}

it('shows "Processing..." on a disabled main button while the checkout is opened', () => {
  const [attributes, text] = mainButton(panel({ status: 'leaving', from: 'plans' }));
  expect(text).toBe('Processing...');
  expect(attributes).toContain('disabled=""');
});

it('shows the action on an enabled main button otherwise', () => {
  const [attributes, text] = mainButton(panel({ status: 'idle' }));
  expect(text).toBe('GET IMMEDIATE ACCESS');
  expect(attributes).not.toContain('disabled');
});

it('says that the checkout could not be opened beside the button that was pressed, and at no other', () => {
  const failed = 'role="alert"';
  expect(panel({ status: 'failed', from: 'plans' })).toContain(failed);
  expect(panel({ status: 'failed', from: 'end' })).not.toContain(failed);
});

it('has a picture of secure payment beside the main button', () => {
  expect(panel({ status: 'idle' })).toMatch(/<\/svg><p><strong>Secure payment<\/strong>/);
});

it('says what is charged today, what renews, and when', () => {
  const text = panel({ status: 'idle' }).replace(/<[^>]+>/g, '');
  expect(text).toContain('4-WEEK PLAN Charged today: $19.99');
  expect(text).toContain(
    'Renews automatically. First 4 weeks at $19.99, then $39.99 every 4 weeks until canceled. Next charge: $39.99 on May 29, 2026.',
  );
});
