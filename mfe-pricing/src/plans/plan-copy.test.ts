import { de } from '@funnel/contracts/content/de';
import { en } from '@funnel/contracts/content/en';
import { currencies, formatMoney } from '@funnel/contracts/money';
import { planIds, plans, priceOf } from '@funnel/contracts/plans';

import { describePlan, prepareFormats } from './plan-copy.ts';

const nowMs = new Date(2027, 0, 30, 12).getTime();

describe.each(currencies)('plans in %s', (currency) => {
  it.each(planIds)('%s has the prices of the catalog', (planId) => {
    const plan = plans[planId];
    const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
    const copy = describePlan(priceOf(planId, currency), en, nowMs);
    expect(copy).toMatchObject({
      name: plan.name,
      today: money(plan.priceMinor),
      struck: money(plan.originalPriceMinor),
      savedPercent: 50,
      perDay: money(plan.perDayMinor),
      renewal: money(plan.originalPriceMinor),
    });
    expect(copy.renewalNotice).toContain(
      `${money(plan.priceMinor)}, then ${money(plan.originalPriceMinor)} every`,
    );
  });

  it.each(planIds)('%s shows only the full price after the promotional price has ended', (planId) => {
    const copy = describePlan(priceOf(planId, currency, false), en, nowMs);
    expect(copy.today).toBe(formatMoney({ amountMinor: plans[planId].originalPriceMinor, currency }));
    expect(copy.struck).toBeNull();
    expect(copy.savedPercent).toBeNull();
  });
});

it('formats the four-week plan for the visitor', () => {
  expect(describePlan(priceOf('plan2', 'USD'), en, nowMs)).toEqual({
    name: '4-WEEK PLAN',
    today: '$19.99',
    struck: '$39.99',
    savedPercent: 50,
    perDay: '$0.71',
    period: '4 weeks',
    renewal: '$39.99',
    renewalDate: 'February 27, 2027',
    renewalNotice: 'First 4 weeks at $19.99, then $39.99 every 4 weeks until canceled.',
  });
});

it('shows no struck price and no saving of a plan without a discount', () => {
  const price = priceOf('plan2', 'USD');
  const undiscounted = { ...price, today: price.original, saved: { ...price.saved, amountMinor: 0 } };
  expect(describePlan(undiscounted, en, nowMs)).toMatchObject({
    today: '$39.99',
    struck: null,
    savedPercent: null,
    renewalNotice: '$39.99 every 4 weeks until canceled.',
  });
});

it('says how much is saved to the nearest percent', () => {
  const price = priceOf('plan2', 'USD');
  const saving = (savedMinor: number) =>
    describePlan({ ...price, saved: { ...price.saved, amountMinor: savedMinor } }, en, nowMs).savedPercent;
  // Of 39.99: 33.33 % and 66.67 %.
  expect([saving(1333), saving(2666)]).toEqual([33, 67]);
});

it.each([
  ['plan1', 'February 6, 2027'],
  ['plan3', 'April 24, 2027'],
] as const)('has the renewal date of %s', (planId, date) => {
  expect(describePlan(priceOf(planId, 'EUR'), en, nowMs).renewalDate).toBe(date);
});

describe('the formats of amounts and dates', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'window');
  });

  it('are made while another screen is shown, so that the offer does not wait for them', () => {
    jest.useFakeTimers();
    Object.assign(globalThis, { window: {} });
    prepareFormats('de');
    jest.runAllTimers();
    const amounts = jest.spyOn(Intl, 'NumberFormat');
    const dates = jest.spyOn(Intl, 'DateTimeFormat');
    expect(describePlan(priceOf('plan2', 'USD'), de, nowMs)).toMatchObject({
      today: '19,99\u00a0$',
      renewalDate: '27. Februar 2027',
    });
    expect([amounts.mock.calls, dates.mock.calls]).toEqual([[], []]);
  });
});
