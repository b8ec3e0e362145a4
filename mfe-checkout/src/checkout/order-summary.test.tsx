import { priceOf } from '@funnel/contracts/plans';
import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { languages } from '../content/content.ts';
import { OrderSummary } from './order-summary.tsx';

const summaryAt = (isPromotional: boolean): string =>
  markupOf(
    <OrderSummary
      order={{ planId: 'plan2', email: 'v@example.com' }}
      price={priceOf('plan2', 'USD', isPromotional)}
      onChangeEmail={() => undefined}
    />,
  );

it('strikes the original price and names the saving only while less is charged', () => {
  const factsOf = (markup: string) => [
    [...markup.matchAll(/<s [^>]*>(.*?)<\/s>/g)].map(([, text = '']) => text.replace(/<[^>]+>/g, '')),
    markup.match(/Save [^<]*/g),
    /<dt>Total<\/dt><dd>([^<]*)/.exec(markup)?.[1],
  ];
  expect(factsOf(summaryAt(true))).toEqual([['Original price $39.99'], ['Save $20.00'], '$19.99']);
  expect(factsOf(summaryAt(false))).toEqual([[], null, '$39.99']);
});

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

it('offers to change the email only if there is one', () => {
  const summaryFor = (email: string | null) =>
    markupOf(
      <OrderSummary
        order={{ planId: 'plan2', email }}
        price={priceOf('plan2', 'USD')}
        onChangeEmail={() => undefined}
      />,
    );
  const change = 'aria-label="Change your email"';
  expect(summaryFor('v@example.com')).toContain(change);
  const withoutEmail = summaryFor(null);
  expect(withoutEmail).toContain('<dd>Not provided</dd>');
  expect(withoutEmail).not.toContain(change);
});
