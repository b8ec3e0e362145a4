import { markupOf } from '@funnel/shell-kit/markup';

import { ThankYou } from './thank-you.tsx';

const factsOf = (taxMinor: number | undefined) => {
  const paid = {
    amount: { amountMinor: 1999, currency: 'USD' },
    taxMinor,
    sessionId: 'cs_1',
    activationToken: undefined,
  } as const;
  const markup = markupOf(<ThankYou planName="4-WEEK PLAN" email={null} paid={paid} />);
  const text = (html = '') => html.replace(/<button.*?<\/button>/g, '').replace(/<[^>]+>/g, '');
  return [...markup.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [
    name,
    text(value),
  ]);
};

it('shows the amount with the tax that it includes', () => {
  expect(factsOf(319)).toEqual([
    ['Plan', '4-WEEK PLAN'],
    ['Transaction ID', expect.stringMatching(/^cs_1/)],
    ['Paid today', '$19.99'],
    ['Tax included', '$3.19'],
  ]);
});

it('shows no tax if none is calculated', () => {
  expect(factsOf(undefined).map(([name]) => name)).toEqual(['Plan', 'Transaction ID', 'Paid today']);
});

it('shows no amount without a session', () => {
  const markup = markupOf(<ThankYou planName="4-WEEK PLAN" email={null} />);
  expect(markup).not.toMatch(/<dl|19[.,]99|[$€]/);
});
