import { de } from './content/de.ts';
import { en } from './content/en.ts';
import { formatMoney } from './money.ts';
import { catalogPlan, planIds, plans, priceOf } from './plans.ts';
import { renewalNotice } from './renewal-notice.ts';

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

  it('states one price for every period if the first one has no discount', () => {
    const price = priceOf('plan2', 'USD', false);
    expect(renewalNotice(price)).toBe('$39.99 every 4 weeks until canceled.');
    expect(renewalNotice(price, de).replaceAll('\u00a0', ' ')).toBe(
      '39,99 $ alle 4 Wochen bis zur Kündigung.',
    );
  });

  it.each([
    ['plan1', 'Erste Woche für 6,93 €, danach jede Woche 13,86 € bis zur Kündigung.'],
    ['plan2', 'Erste 4 Wochen für 19,99 €, danach alle 4 Wochen 39,99 € bis zur Kündigung.'],
  ] as const)('states it in German for %s', (planId, notice) => {
    const text = renewalNotice(priceOf(planId, 'EUR'), de);
    expect(text.replaceAll('\u00a0', ' ')).toBe(notice);
    expect(text).toMatch(/\d\u00a0€/);
  });

  it('states the guarantee and its limits in one sentence', () => {
    expect(en.guarantee).toBe(
      '30-day protection, satisfaction or refund: you get a full refund within 30 days of your initial purchase if you ask for it before the end of your first billing period and send proof of your progress (1-week plan: a 5-day streak and 15 completed lessons; 4-week plan: a 10-day streak and 30 completed lessons; 12-week plan: a 14-day streak and 40 completed lessons).',
    );
    expect(de.guarantee.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')).toBe(
      '30 Tage Schutz – zufrieden oder Geld zurück: Sie erhalten innerhalb von 30 Tagen nach Ihrem ersten Kauf eine volle Erstattung, wenn Sie sie vor dem Ende Ihres ersten Abrechnungszeitraums verlangen und Ihren Fortschritt nachweisen (1-Wochen-Plan: 5 Lerntage in Folge und 15 abgeschlossene Lektionen; 4-Wochen-Plan: 10 Lerntage in Folge und 30 abgeschlossene Lektionen; 12-Wochen-Plan: 14 Lerntage in Folge und 40 abgeschlossene Lektionen).',
    );
  });

  it('ends no line between the number and the word of a plan in German', () => {
    expect(de.guarantee.match(/\d+\u2060-\u2060Wochen/g)).toHaveLength(3);
  });

  it('has the English names of the plans', () => {
    expect(en.names).toEqual({ plan1: '1-WEEK PLAN', plan2: '4-WEEK PLAN', plan3: '12-WEEK PLAN' });
  });

  it('charges the original price from the start after an enforced offer has ended', () => {
    const prices = planIds.map((planId) => {
      const { today, saved, perDay } = priceOf(planId, 'USD', false);
      return [today, saved, perDay].map((money) => formatMoney(money));
    });
    expect(prices).toEqual([
      ['$13.86', '$0.00', '$1.98'],
      ['$39.99', '$0.00', '$1.43'],
      ['$79.99', '$0.00', '$0.95'],
    ]);
  });

  it.each([
    [4, '4-WEEK PLAN', 25],
    [1, '1-WEEK PLAN', 99],
  ])(
    'takes the name and the price per day of a plan from its period (%d)',
    (periodWeeks, name, perDayMinor) => {
      const plan = catalogPlan({ planId: 'plan1', priceMinor: 693, originalPriceMinor: 1386, periodWeeks });
      expect(plan).toMatchObject({ name, perDayMinor });
    },
  );

  it('takes the German names of the plans from their periods', () => {
    expect(de.names).toEqual({ plan1: '1-WOCHEN-PLAN', plan2: '4-WOCHEN-PLAN', plan3: '12-WOCHEN-PLAN' });
    jest.isolateModules(() => {
      jest.doMock('./plan-catalog.ts', () => {
        const catalog: typeof import('./plan-catalog.ts') = jest.requireActual('./plan-catalog.ts');
        return { ...catalog, plans: { ...catalog.plans, plan1: { ...plans.plan1, periodWeeks: 8 } } };
      });
      const changed: typeof import('./content/de.ts') = jest.requireActual('./content/de.ts');
      expect(changed.de.names.plan1).toBe('8-WOCHEN-PLAN');
    });
  });
});
