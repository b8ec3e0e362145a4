import type { CreateCheckoutResponse } from '@funnel/contracts/api';
import type { PlanId } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useRef, useState } from 'react';

import { displayedPrice, expectsPromotionalPrice } from './displayed-price.ts';

/** The price of an open checkout. Reports InitiateCheckout once. `setSession` applies the price from the service. */
export function useCheckoutPrice(planId: PlanId) {
  const shell = useShell();
  const { currency, offerExpiry } = shell.config;
  const [promotional] = useState(() => expectsPromotionalPrice(offerExpiry, document.cookie, Date.now()));
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
