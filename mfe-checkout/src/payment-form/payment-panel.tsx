import type { CreateCheckoutResponse } from '@funnel/contracts/api';
import { formatMoney } from '@funnel/contracts/money';
import { renewalNotice, type PlanPrice } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Icon } from '@funnel/ui/icon';

import { useContent } from '../content/content.ts';
import { PaymentForm, type Presentation } from './payment-form.tsx';
import styles from './payment-panel.module.css';
import type { Order } from './use-checkout-session.ts';

interface PaymentPanelProps {
  readonly presentation: Presentation;
  readonly order: Order;
  readonly price: PlanPrice;
  readonly onOpened: (session: CreateCheckoutResponse) => void;
}

/** The payment form with the required texts: the charge of today, the renewal and how to cancel. */
export function PaymentPanel({ presentation, order, price, onOpened }: PaymentPanelProps) {
  const { locale } = useShell();
  const { terms } = useContent().payment;
  return (
    <div className={styles['panel']}>
      <p className={styles['terms']}>
        <strong>{terms.today(formatMoney(price.today, locale))}</strong> {terms.renewal}{' '}
        {renewalNotice(price, locale)}
      </p>
      <PaymentForm presentation={presentation} {...order} onOpened={onOpened} />
      <p className={styles['terms']}>{terms.cancel}</p>
      <p className={styles['secure']}>
        <Icon name="lock" size={20} />
        {terms.secure}
      </p>
    </div>
  );
}
