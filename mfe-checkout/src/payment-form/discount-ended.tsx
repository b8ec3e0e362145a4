import type { PlanPrice } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';

import { useContent } from '../content/content.ts';
import styles from './discount-ended.module.css';

/** Says that the full price applies, where the promotional price ended with the countdown. */
export function DiscountEnded({ price }: { readonly price: PlanPrice }) {
  const { discountEnded } = useContent().payment;
  const hasEnded = useShell().config.offerExpiry === 'enforce' && !price.promotional;
  return (
    // Always rendered, because screen readers ignore text that appears together with its live region.
    <div aria-live="polite" className={styles['notice']}>
      {hasEnded && <p>{discountEnded}</p>}
    </div>
  );
}
