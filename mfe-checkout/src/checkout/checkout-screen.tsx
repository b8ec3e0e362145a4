import { stagePaths } from '@funnel/contracts/stage-paths';
import { useFunnelState, useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { Screen } from '@funnel/ui/screen';
import { useState } from 'react';

import { useContent } from '../content/content.ts';
import { PaymentPanel } from '../payment-form/payment-panel.tsx';
import { useCheckoutPrice } from '../payment-form/use-checkout-price.ts';
import card from './card.module.css';
import styles from './checkout-screen.module.css';
import { Guarantee } from './guarantee.tsx';
import { OrderSummary } from './order-summary.tsx';
import { readOrder } from '../payment-form/order.ts';

/** `/checkout`: the order summary and the payment form. */
export function CheckoutScreen() {
  const shell = useShell();
  const { checkout: content } = useContent();
  const knownEmail = useFunnelState((state) => state.email);
  const [handover] = useState(() => shell.handover());
  const order = readOrder(handover, knownEmail);
  const { price, setSession } = useCheckoutPrice(order.planId);
  useTopBar({ back: { to: stagePaths.offer, history: true }, counter: null, progress: null, hidden: false });

  return (
    <Screen title={content.title} width="two-columns">
      <div className={styles['columns']}>
        <OrderSummary order={order} price={price} />
        <section className={styles['payment']}>
          <h2 className={card['title']}>{content.paymentTitle}</h2>
          <PaymentPanel presentation="page" order={order} price={price} onOpened={setSession} />
        </section>
        <Guarantee />
      </div>
    </Screen>
  );
}
