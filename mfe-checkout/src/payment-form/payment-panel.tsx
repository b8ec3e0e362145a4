import { formatMoney } from '@funnel/contracts/money';
import type { PlanPrice } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { BasicIcon } from '@funnel/ui/basic-icon';

import { useContent } from '../content/content.ts';
import { Agreement } from './agreement.tsx';
import { DiscountEnded } from './discount-ended.tsx';
import { shownNotice } from './displayed-price.ts';
import type { Order } from './order.ts';
import { PaymentForm, type Presentation } from './payment-form.tsx';
import styles from './payment-panel.module.css';
import type { FailureCode } from './session-state.ts';
import type { CheckoutSession } from './use-checkout-session.ts';

interface PaymentPanelProps {
  readonly presentation: Presentation;
  readonly order: Order;
  readonly price: PlanPrice;
  readonly session: CheckoutSession;
}

/** The failures with a button that opens the form. Without a form nothing is charged yet. */
const formOpensAfter: ReadonlySet<FailureCode> = new Set([
  'session-expired',
  'session-failed',
  'form-load-failed',
]);

/** The payment form with the required texts: the charge of today, the renewal, the agreement and how to cancel. */
export function PaymentPanel({ presentation, order, price, session }: PaymentPanelProps) {
  const { locale } = useShell();
  const { catalog, payment } = useContent();
  const { terms } = payment;
  const isPage = presentation === 'page';
  // The order summary of the page has the amount.
  const charge = isPage ? terms.totalToday : terms.today(formatMoney(price.today, locale));
  const { state } = session;
  const failure = state.status === 'failed' ? state.failure : null;
  // A purchase that is already paid is not charged again.
  const isPaid = failure?.code === 'already-paid';
  const canPay = failure === null || formOpensAfter.has(failure.code);
  const renewal = !isPaid && (
    <p className={styles['terms']}>
      {/* Each in an element: a browser that translates the page replaces text, and React finds only elements again. */}
      {canPay && <strong>{`${charge} `}</strong>}
      <span>{terms.renewal}</span> <span>{shownNotice(state, price, catalog)}</span>
    </p>
  );
  return (
    <div className={styles['panel']}>
      {!isPage && !isPaid && <DiscountEnded price={price} />}
      {!isPage && renewal}
      <Agreement />
      <PaymentForm presentation={presentation} order={order} session={session} />
      {isPage && renewal}
      <p className={styles['terms']}>{terms.cancel}</p>
      <p className={styles['secure']}>
        <BasicIcon name="lock" size={20} />
        {terms.secure}
      </p>
    </div>
  );
}
