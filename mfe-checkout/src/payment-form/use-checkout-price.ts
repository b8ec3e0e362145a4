import type { CreateCheckoutResponse, PublicConfig } from '@funnel/contracts/api';
import type { PlanId, PlanPrice } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useState } from 'react';

import { displayedPrice, expectsPromotionalPrice, sessionWithPrice } from './displayed-price.ts';
import type { CheckoutSessionState } from './session-state.ts';

/** A timer until the end of the offer would be late by the time that the machine sleeps. */
const checkIntervalMs = 1000;

const readCookies = () => document.cookie;

/** Whether the page expects the promotional price now. Without an enforced end it does not change. */
function useExpectsPromotionalPrice(offerExpiry: PublicConfig['offerExpiry']): boolean {
  const [isExpected, setIsExpected] = useState(() =>
    expectsPromotionalPrice(offerExpiry, readCookies, Date.now()),
  );
  useEffect(() => {
    if (offerExpiry !== 'enforce' || !isExpected) return;
    const timer = setInterval(
      () => setIsExpected(expectsPromotionalPrice(offerExpiry, readCookies, Date.now())),
      checkIntervalMs,
    );
    return () => clearInterval(timer);
  }, [offerExpiry, isExpected]);
  return isExpected;
}

/**
 * The price of a checkout: what its form charges or, without a form, what the next one will charge. A visitor who has paid keeps
 * seeing the price of the last form.
 */
export function useCheckoutPrice(planId: PlanId, sessionState: CheckoutSessionState): PlanPrice {
  const { currency, offerExpiry } = useShell().config;
  const promotional = useExpectsPromotionalPrice(offerExpiry);
  const [last, setLast] = useState<CreateCheckoutResponse | null>(null);
  const session = sessionState.status === 'ready' ? sessionState.session : null;
  if (session && session !== last) setLast(session);
  const hasPaid = sessionState.status === 'failed' && sessionState.failure.code === 'already-paid';
  const willOpenForm = session === null && !hasPaid;
  return displayedPrice({ planId, currency, promotional }, sessionWithPrice(last, willOpenForm, promotional));
}
