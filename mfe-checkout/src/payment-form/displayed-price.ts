import type { CreateCheckoutResponse, PublicConfig } from '@funnel/contracts/api';
import type { PlanTexts } from '@funnel/contracts/content/plan-texts';
import type { Currency } from '@funnel/contracts/money';
import { isPromotionalPriceActive, readOfferDeadline } from '@funnel/contracts/offer';
import { plans, priceOf, type PlanId, type PlanPrice } from '@funnel/contracts/plans';
import { renewalNotice } from '@funnel/contracts/renewal-notice';

import type { CheckoutSessionState } from './session-state.ts';

/** The price that the page expects before the service names one. */
interface ExpectedPrice {
  readonly planId: PlanId;
  readonly currency: Currency;
  readonly promotional: boolean;
}

/**
 * Whether the page expects the promotional price at `nowMs`. Without a deadline in the cookies the offer has not ended. The cookies
 * are read only where the offer can end: the browser asks another process for them.
 */
export function expectsPromotionalPrice(
  setting: PublicConfig['offerExpiry'],
  readCookies: () => string,
  nowMs: number,
): boolean {
  const deadlineMs = setting === 'enforce' ? readOfferDeadline(readCookies()) : null;
  return isPromotionalPriceActive(setting, deadlineMs !== null && deadlineMs <= nowMs);
}

/** The price to show: the expected price, and after the session is open the price that it will charge. */
export function displayedPrice(expected: ExpectedPrice, session: CreateCheckoutResponse | null): PlanPrice {
  if (session?.plan.planId !== expected.planId)
    return priceOf(expected.planId, expected.currency, expected.promotional);
  const { amountMinor, currency, plan } = session;
  const renewalMinor = session.renewalMinor ?? plans[plan.planId].originalPriceMinor;
  const renewal = { amountMinor: renewalMinor, currency };
  const known = priceOf(plan.planId, currency, amountMinor < renewalMinor);
  const days = known.plan.periodWeeks * 7;
  return {
    ...known,
    today: { amountMinor, currency },
    // The known price per day is that of the build's catalog, which may be older than the service's.
    perDay:
      amountMinor === known.today.amountMinor
        ? known.perDay
        : { amountMinor: Math.round(amountMinor / days), currency },
    original: renewal,
    renewal,
    saved: { amountMinor: Math.max(0, renewalMinor - amountMinor), currency },
  };
}

/**
 * The session whose price is shown: the last one, unless another form opens next and charges the full price, because the promotional
 * price has ended since.
 */
export const sessionWithPrice = (
  last: CreateCheckoutResponse | null,
  willOpenForm: boolean,
  promotional: boolean,
): CreateCheckoutResponse | null => (willOpenForm && !promotional ? null : last);

/**
 * The renewal notice to show. Once the session is open, it is the text that the service has stored with it, which differs from
 * that of the build while the catalog or a text changes.
 */
export function shownNotice(state: CheckoutSessionState, price: PlanPrice, texts: PlanTexts): string {
  const stored = state.status === 'ready' ? state.session.renewalNotice : undefined;
  return stored ?? renewalNotice(price, texts);
}
