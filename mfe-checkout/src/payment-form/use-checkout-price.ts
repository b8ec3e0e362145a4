import type { CreateCheckoutResponse } from '@funnel/contracts/api';
import { isPromotionalPriceActive, readOfferDeadline } from '@funnel/contracts/offer';
import type { PlanId } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useRef, useState } from 'react';

import { displayedPrice } from './displayed-price.ts';

function hasOfferEnded(): boolean {
  const deadline = readOfferDeadline(document.cookie);
  return deadline !== null && deadline <= Date.now();
}

/** The price of an open checkout. Reports InitiateCheckout once. `setSession` applies the price from the service. */
export function useCheckoutPrice(planId: PlanId) {
  const shell = useShell();
  const { currency, offerExpiry } = shell.config;
  const [promotional] = useState(() => isPromotionalPriceActive(offerExpiry, hasOfferEnded()));
  const [session, setSession] = useState<CreateCheckoutResponse | null>(null);
  const price = displayedPrice({ planId, currency, promotional }, session);
  const isReported = useRef(false);

  useEffect(() => {
    if (isReported.current) return;
    isReported.current = true;
    const { plan, today } = price;
    shell.report({
      name: 'InitiateCheckout',
      contentName: plan.name,
      contentId: plan.planId,
      valueMinor: today.amountMinor,
      currency: today.currency,
    });
  }, [shell, price]);

  return { price, setSession };
}
