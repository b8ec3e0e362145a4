import { formatMoney, type Money } from '@funnel/contracts/money';
import type { PlanPrice } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Badge } from '@funnel/ui/badge';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import { Icon } from '@funnel/ui/icon';

import { useContent } from '../content/content.ts';
import type { Order } from '../payment-form/use-checkout-session.ts';
import card from './card.module.css';
import styles from './order-summary.module.css';
import { useWideScreen } from './use-wide-screen.ts';

interface OrderSummaryProps {
  readonly order: Order;
  readonly price: PlanPrice;
}

/** Plan, price and email of the order. Collapsed on small screens, where the payment form needs the space. */
export function OrderSummary({ order, price }: OrderSummaryProps) {
  const content = useContent().checkout.summary;
  const { locale } = useShell();
  const total = formatMoney(price.today, locale);

  if (useWideScreen()) {
    return (
      <section className={styles['card']}>
        <h2 className={card['title']}>{content.title}</h2>
        <SummaryLines order={order} price={price} />
      </section>
    );
  }
  return (
    <details className={styles['card']}>
      <summary className={styles['fold']}>
        <div>
          <h2 className={card['title']}>
            {content.title}
            <Icon name="chevron" size={20} className={styles['mark']} />
          </h2>
          <p className={styles['perDay']}>{price.plan.name}</p>
        </div>
        <span className={styles['foldTotal']}>{total}</span>
      </summary>
      <SummaryLines order={order} price={price} />
    </details>
  );
}

function SummaryLines({ order, price }: OrderSummaryProps) {
  const content = useContent().checkout.summary;
  const { locale } = useShell();
  const text = (money: Money) => formatMoney(money, locale);
  const isReduced = price.saved.amountMinor > 0;

  return (
    <div className={styles['lines']}>
      <div className={styles['plan']}>
        <div>
          <p className={styles['name']}>{price.plan.name}</p>
          <p className={styles['perDay']}>{content.perDay(text(price.perDay))}</p>
        </div>
        <p className={styles['prices']}>
          {isReduced && (
            <s className={styles['original']}>
              <VisuallyHidden>{content.originalPrice} </VisuallyHidden>
              {text(price.original)}
            </s>
          )}
          <span className={styles['price']}>{text(price.today)}</span>
        </p>
      </div>
      {isReduced && <Badge tone="quiet">{content.save(text(price.saved))}</Badge>}
      <p className={styles['total']}>
        <span>{content.total}</span>
        <span>{text(price.today)}</span>
      </p>
      <dl className={styles['facts']}>
        <div>
          <dt>{content.email}</dt>
          <dd>{order.email ?? content.emailMissing}</dd>
        </div>
        <div>
          <dt>{content.planId}</dt>
          <dd>{order.planId}</dd>
        </div>
      </dl>
    </div>
  );
}
