import { priceOf } from '@funnel/contracts/plans';
import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { languages } from '../content/content.ts';
import { OrderSummary } from './order-summary.tsx';

/** What the live regions of the summary say. */
function announcedBy(
  offerExpiry: 'header' | 'enforce',
  isPromotional: boolean,
  locale: 'en' | 'de' = 'en',
): string[] {
  const markup = markupOf(
    <OrderSummary
      order={{ planId: 'plan2', email: 'v@example.com' }}
      price={priceOf('plan2', 'USD', isPromotional)}
      onChangeEmail={() => undefined}
    />,
    { locale, config: { ...noopShell.config, offerExpiry } },
  );
  return [...markup.matchAll(/aria-live="polite"[^>]*>(.*?)<\/div>/g)].map(([, text = '']) =>
    text.replace(/<[^>]+>/g, ''),
  );
}

it('says in a live region that was there before why the price is the full one', async () => {
  expect(announcedBy('enforce', true)).toEqual(['']);
  expect(announcedBy('enforce', false)).toEqual(['The discount has ended. The full price applies now.']);
  await languages.de?.();
  expect(announcedBy('enforce', false, 'de')).toEqual([
    'Der Rabatt ist abgelaufen. Jetzt gilt der volle Preis.',
  ]);
});

it('says nothing of an end where the price does not end with the countdown', () => {
  expect(announcedBy('header', false)).toEqual(['']);
});
