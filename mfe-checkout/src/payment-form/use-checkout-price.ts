import type { CreateCheckoutResponse, PublicConfig } from '@funnel/contracts/api';
import type { PlanId } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useCallback, useEffect, useState } from 'react';

import { displayedPrice, expectsPromotionalPrice, sessionWithPrice } from './displayed-price.ts';
import type { SessionListener } from './payment-form.tsx';

/** A timer until the end of the offer would be late by the time that the machine sleeps. */
const checkIntervalMs = 1000;

/** Whether the page expects the promotional price now. Without an enforced end it does not change. */
function useExpectsPromotionalPrice(offerExpiry: PublicConfig['offerExpiry']): boolean {
  const [isExpected, setIsExpected] = useState(() =>
    expectsPromotionalPrice(offerExpiry, document.cookie, Date.now()),
  );
  useEffect(() => {
    if (offerExpiry !== 'enforce' || !isExpected) return;
    const timer = setInterval(
      () => setIsExpected(expectsPromotionalPrice(offerExpiry, document.cookie, Date.now())),
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
export function useCheckoutPrice(planId: PlanId) {
  const { currency, offerExpiry } = useShell().config;
  const promotional = useExpectsPromotionalPrice(offerExpiry);
  const [last, setLast] = useState<CreateCheckoutResponse | null>(null);
  const [opensNext, setOpensNext] = useState(true);
  const setSession: SessionListener = useCallback((session, hasPaid) => {
    if (session) setLast(session);
    setOpensNext(session === null && !hasPaid);
  }, []);
  const session = sessionWithPrice(last, opensNext, promotional);
  return { price: displayedPrice({ planId, currency, promotional }, session), setSession };
}
