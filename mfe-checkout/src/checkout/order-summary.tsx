import { formatMoney, type Money } from '@funnel/contracts/money';
import type { PlanPrice } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Badge } from '@funnel/ui/badge';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';

import { useContent } from '../content/content.ts';
import { DiscountEnded } from '../payment-form/discount-ended.tsx';
import type { Order } from '../payment-form/order.ts';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  readonly order: Order;
  readonly price: PlanPrice;
  readonly onChangeEmail: () => void;
}

/** Plan, prices and email of the order. Everything is visible at every width; small screens only have less space between. */
export function OrderSummary({ order, price, onChangeEmail }: OrderSummaryProps) {
  const { catalog, checkout } = useContent();
  const content = checkout.summary;
  const { locale } = useShell();
  const text = (money: Money) => formatMoney(money, locale);
  const isReduced = price.saved.amountMinor > 0;

  return (
    <section className={styles['summary']}>
      <h2 className={styles['title']}>{content.title}</h2>
      <div className={styles['row']}>
        <p className={styles['name']}>{catalog.names[price.plan.planId]}</p>
        <p className={styles['prices']}>
          {isReduced && (
            <s className={styles['muted']}>
              <VisuallyHidden>{content.originalPrice} </VisuallyHidden>
              {text(price.original)}
            </s>
          )}{' '}
          <span className={styles['name']}>{text(price.today)}</span>
        </p>
      </div>
      <div className={styles['row']}>
        <p className={styles['muted']}>{content.perDay(text(price.perDay))}</p>
        {isReduced && (
          <p className={styles['saved']}>
            <Badge tone="quiet">{content.save(text(price.saved))}</Badge>
          </p>
        )}
      </div>
      <dl className={styles['total']}>
        <dt>{content.total}</dt>
        <dd>{text(price.today)}</dd>
      </dl>
      <DiscountEnded price={price} />
      <dl className={styles['facts']}>
        <div className={styles['email']}>
          <dt>{content.email}</dt>
          <dd>{order.email ?? content.emailMissing}</dd>
          {order.email !== null && (
            <dd className={styles['change']}>
              <button type="button" aria-label={content.changeEmail} onClick={onChangeEmail}>
                {content.change}
              </button>
            </dd>
          )}
        </div>
        <div className={styles['planId']}>
          <dt>{content.planId}</dt>
          <dd>{order.planId}</dd>
        </div>
      </dl>
    </section>
  );
}
