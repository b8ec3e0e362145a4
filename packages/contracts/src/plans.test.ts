import { formatMoney } from './money.ts';
import { planIds, plans, priceOf, renewalNotice } from './plans.ts';

describe('the catalog of plans', () => {
  it('charges the promotional price first and the full price for each renewal', () => {
    const prices = planIds.map((planId) => {
      const { plan, today, original, saved, perDay } = priceOf(planId, 'USD');
      return [
        planId,
        plan.name,
        ...[today, original, saved, perDay].map((money) => formatMoney(money)),
        plan.periodWeeks,
      ];
    });
    expect(prices).toEqual([
      ['plan1', '1-WEEK PLAN', '$6.93', '$13.86', '$6.93', '$0.99', 1],
      ['plan2', '4-WEEK PLAN', '$19.99', '$39.99', '$20.00', '$0.71', 4],
      ['plan3', '12-WEEK PLAN', '$39.99', '$79.99', '$40.00', '$0.48', 12],
    ]);
  });

  it.each([
    ['plan1', 'First week at €6.93, then €13.86 every week until canceled.'],
    ['plan2', 'First 4 weeks at €19.99, then €39.99 every 4 weeks until canceled.'],
    ['plan3', 'First 12 weeks at €39.99, then €79.99 every 12 weeks until canceled.'],
  ] as const)('states when %s renews and for how much', (planId, notice) => {
    expect(renewalNotice(priceOf(planId, 'EUR'))).toBe(notice);
  });

  it('charges the original price from the start after an enforced offer has ended', () => {
    const price = priceOf('plan2', 'USD', false);
    expect([price.today, price.saved, price.perDay].map((money) => formatMoney(money))).toEqual([
      '$39.99',
      '$0.00',
      '$1.43',
    ]);
  });

  it('states per-day prices equal to the first period’s price divided by its days', () => {
    for (const planId of planIds) {
      const { priceMinor, perDayMinor, periodWeeks } = plans[planId];
      expect(Math.abs(perDayMinor - priceMinor / (periodWeeks * 7))).toBeLessThan(1);
    }
  });
});
