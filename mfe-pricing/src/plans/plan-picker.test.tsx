import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { PlanPicker } from './plan-picker.tsx';

const offer = { todayMs: 0, deadlineMs: 0, hasEnded: false, hasPromotionalPrice: true };
const picker = (changes: Partial<Parameters<typeof PlanPicker>[0]>) =>
  markupOf(<PlanPicker planId="plan2" offer={offer} onSelect={() => undefined} {...changes} />);
const textOf = (html = '') => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

it.each(['plan1', 'plan2', 'plan3'] as const)(
  'calls the plan of four weeks the most popular one, also while %s is selected',
  (planId) => {
    const cards = picker({ planId })
      .split(/(?=<button)/)
      .map(textOf);
    expect(cards.filter((card) => card.includes('MOST POPULAR'))).toEqual([
      expect.stringContaining('4-WEEK PLAN'),
    ]);
  },
);

it('says that the discount has ended only if its prices have', () => {
  const ended = 'The discount has ended. Full prices apply now.';
  const limited = 'Special time-limited offer';
  const texts = [
    picker({}),
    picker({ offer: { ...offer, hasEnded: true } }),
    picker({ offer: { ...offer, hasEnded: true, hasPromotionalPrice: false } }),
  ].map((markup) => [limited, ended].filter((text) => markup.includes(text)));
  expect(texts).toEqual([[limited], [], [ended]]);
});

it.each([
  ['USD', /\$/g, /€/],
  ['EUR', /€/g, /\$/],
] as const)('shows all prices in the currency of the visit, %s', (currency, own, other) => {
  const markup = markupOf(<PlanPicker planId="plan2" offer={offer} onSelect={() => undefined} />, {
    config: { ...noopShell.config, currency },
  });
  // Of each plan: the renewal, the price before, the price, and the price per day.
  expect(markup.match(own)).toHaveLength(12);
  expect(markup).not.toMatch(other);
});
