import type { CreateCheckoutResponse } from '@funnel/contracts/api';
import { formatMoney } from '@funnel/contracts/money';
import { isPromotional, readOfferDeadline } from '@funnel/contracts/offer';
import { renewalNotice } from '@funnel/contracts/plans';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useFunnelState, useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { Icon } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import { useEffect, useRef, useState } from 'react';

import { useContent } from '../content/content.ts';
import { PaymentForm } from '../payment-form/payment-form.tsx';
import styles from './checkout-screen.module.css';
import { Guarantee } from './guarantee.tsx';
import { OrderSummary } from './order-summary.tsx';
import { readOrder } from './order.ts';
import { shownPrice } from './shown-price.ts';

function hasOfferEnded(): boolean {
  const deadline = readOfferDeadline(document.cookie);
  return deadline !== null && deadline <= Date.now();
}

export function CheckoutScreen() {
  const shell = useShell();
  const { checkout: content } = useContent();
  const knownEmail = useFunnelState((state) => state.email);
  const [handover] = useState(() => shell.handover());
  const [session, setSession] = useState<CreateCheckoutResponse | null>(null);
  const [promotional] = useState(() => isPromotional(shell.config.offerExpiry, hasOfferEnded()));
  const order = readOrder(handover, knownEmail);
  const price = shownPrice({ planId: order.planId, currency: shell.config.currency, promotional }, session);
  const isReported = useRef(false);

  useTopBar({ back: { to: stagePaths.offer, history: true }, counter: null, progress: null, hidden: false });
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

  return (
    <Screen title={content.title} width="two-columns">
      <div className={styles['columns']}>
        <div className={styles['summary']}>
          <OrderSummary order={order} price={price} />
        </div>
        <section className={styles['payment']}>
          <h2 className={styles['title']}>{content.payment.title}</h2>
          <p className={styles['terms']}>
            <strong>{content.payment.today(formatMoney(price.today, shell.locale))}</strong>{' '}
            {content.payment.renewal} {renewalNotice(price, shell.locale)} {content.payment.cancel}
          </p>
          <PaymentForm {...order} onOpened={setSession} />
          <p className={styles['secure']}>
            <Icon name="lock" size={20} />
            {content.payment.secure}
          </p>
        </section>
        <div className={styles['guarantee']}>
          <Guarantee />
        </div>
      </div>
    </Screen>
  );
}
