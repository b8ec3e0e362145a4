import type { CheckoutSessionResponse } from '@funnel/contracts/api';
import { renewalNotice } from '@funnel/contracts/renewal-notice';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useFunnelState, useShell } from '@funnel/shell-kit/shell-context';
import { Button } from '@funnel/ui/button';
import { UnpaidArt } from '@funnel/ui/status-art';

import { useContent } from '../content/content.ts';
import { readOrder, toHandover } from '../payment-form/order.ts';
import { idle } from '../payment-form/session-state.ts';
import { useCheckoutPrice } from '../payment-form/use-checkout-price.ts';
import styles from './not-completed.module.css';
import { StatusMessage } from './status-message.tsx';

/** Leads back to the checkout, beside what a new payment charges and renews, and how to cancel. */
export function NotCompleted({ session }: { readonly session: CheckoutSessionResponse }) {
  const { success, payment, catalog } = useContent();
  const { 'not-completed': content } = success;
  const shell = useShell();
  const email = useFunnelState((state) => state.email);
  // A plan that this build does not know gives way to the one that the offer selects first.
  const order = readOrder({ selectedPlan: session.plan.planId }, email, shell.config);
  const price = useCheckoutPrice(order.planId, idle);
  // Replaces this history entry, because otherwise Back on the checkout would return to this page.
  const goBack = () => shell.navigate(stagePaths.checkout, { replace: true, handover: toHandover(order) });
  return (
    <StatusMessage image={<UnpaidArt />} title={content.title} text={content.text}>
      <Button onClick={goBack}>{content.back}</Button>
      <p className={styles['terms']}>
        {/* Each in an element: a browser that translates the page replaces text, and React finds only elements again. */}
        <span>{renewalNotice(price, catalog)}</span> <span>{payment.terms.cancel}</span>
      </p>
    </StatusMessage>
  );
}
