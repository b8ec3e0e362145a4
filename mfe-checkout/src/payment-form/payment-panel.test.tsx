import { priceOf, type PlanPrice } from '@funnel/contracts/plans';
import { markupOf } from '@funnel/shell-kit/markup';

import { noopShell } from '@funnel/shell-kit/noop-shell';

import { languages } from '../content/content.ts';
import type { Presentation } from './payment-form.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import type { FailureCode } from './session-state.ts';
import { useCheckoutSession } from './use-checkout-session.ts';

const order = { planId: 'plan2', email: 'v@example.com' } as const;

interface PanelProps {
  readonly presentation: Presentation;
  readonly price: PlanPrice;
}

function Panel({ presentation, price }: PanelProps) {
  const session = useCheckoutSession(order);
  return <PaymentPanel presentation={presentation} order={order} price={price} session={session} />;
}

const panel = (presentation: Presentation, price: PlanPrice) => (
  <Panel presentation={presentation} price={price} />
);

it.each(['page', 'dialog'] as const)(
  'has the agreement with its links directly above the payment form (%s)',
  (presentation) => {
    const markup = markupOf(panel(presentation, priceOf('plan2', 'EUR')));
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

it.each([
  ['dialog', 'enforce', false, ['The discount has ended. The full price applies now.']],
  ['dialog', 'enforce', true, ['']],
  ['dialog', 'header', false, ['']],
  // The order summary of the page says it.
  ['page', 'enforce', false, []],
] as const)(
  'has the live regions of the %s that explain its price (%s, promotional: %s)',
  (presentation, offerExpiry, isPromotional, announced) => {
    const markup = markupOf(panel(presentation, priceOf('plan2', 'USD', isPromotional)), {
      config: { ...noopShell.config, offerExpiry },
    });
    const regions = [...markup.matchAll(/aria-live="polite"[^>]*>(.*?)<\/div>/g)];
    expect(regions.map(([, text = '']) => text.replace(/<[^>]+>/g, ''))).toEqual(announced);
  },
);

it('says what renews and how to cancel, also where the form could not be opened', () => {
  const markup = markupOf(panel('page', priceOf('plan2', 'USD')), {
    config: { ...noopShell.config, stripe: null },
  });
  expect(markup).toContain('Stripe configuration is incorrect');
  expect(markup).toContain('First 4 weeks at $19.99, then $39.99 every 4 weeks until canceled.');
});

it.each(['page', 'dialog'] as const)(
  'says at once to a screen reader why the form could not be opened, and nothing of a charge (%s)',
  (presentation) => {
    const markup = markupOf(panel(presentation, priceOf('plan2', 'USD')), {
      config: { ...noopShell.config, stripe: null },
    });
    expect(/role="alert".*?<p>(.*?)<\/p>/.exec(markup)?.[1]).toContain('Stripe configuration is incorrect');
    expect(markup).not.toContain('charged today');
  },
);

it.each([
  ['session-expired', true],
  ['session-failed', true],
  ['form-load-failed', true],
  ['email-rejected', false],
  ['already-paid', false],
] as const satisfies readonly (readonly [FailureCode, boolean])[])(
  'says what is charged beside the failure %s exactly if its button opens the form: %s',
  (code, isSaid) => {
    const session = {
      state: { status: 'failed', failure: { code, message: 'No form.' } },
      retry: () => undefined,
      reportFormLoadError: () => undefined,
      reportExpiry: () => undefined,
    } as const;
    const price = priceOf('plan2', 'USD');
    const markup = markupOf(
      <PaymentPanel presentation="dialog" order={order} price={price} session={session} />,
    );
    expect(markup.includes('$19.99 charged today.')).toBe(isSaid);
  },
);

it('says in German, too, until when the subscription can be canceled', async () => {
  await languages.de?.();
  const markup = markupOf(panel('page', priceOf('plan2', 'EUR')), { locale: 'de' });
  expect(markup.replaceAll('\u00a0', ' ')).toContain('kündbar, bis 24 Stunden vor Ende des Zeitraums');
});

it.each([
  ['page', 'The total is charged today.'],
  ['dialog', '$19.99 charged today.'],
] as const)('says what is charged today, and that the payment is encrypted (%s)', (presentation, charge) => {
  const stripe = { publishableKey: 'pk_test_1', scriptUrl: 'https://js.stripe.com/endive/stripe.js' };
  const markup = markupOf(panel(presentation, priceOf('plan2', 'USD')), {
    config: { ...noopShell.config, stripe },
  });
  expect(markup).toContain(charge);
  expect(markup).toContain('Secure SSL encrypted payment');
});
