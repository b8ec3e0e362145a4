import type { CreateCheckoutResponse } from '@funnel/contracts/api';
import type { PlanId } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useState } from 'react';

import { displayedPrice, expectsPromotionalPrice } from './displayed-price.ts';

/** The price of an open checkout. `setSession` applies the price from the service. */
export function useCheckoutPrice(planId: PlanId) {
  const { currency, offerExpiry } = useShell().config;
  const [promotional] = useState(() => expectsPromotionalPrice(offerExpiry, document.cookie, Date.now()));
  const [session, setSession] = useState<CreateCheckoutResponse | null>(null);
  return { price: displayedPrice({ planId, currency, promotional }, session), setSession };
}
