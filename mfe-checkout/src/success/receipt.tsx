import { formatMoney, type Money } from '@funnel/contracts/money';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Button } from '@funnel/ui/button';

import { useContent } from '../content/content.ts';
import styles from './receipt.module.css';
import { TransactionId } from './transaction-id.tsx';

export interface Payment {
  readonly amount: Money;
  /** The part of the amount that is tax, if the provider calculated it. */
  readonly taxMinor: number | undefined;
  readonly sessionId: string;
}

/** What was paid, to be kept or printed. */
export function Receipt({ planName, amount, taxMinor, sessionId }: Payment & { readonly planName: string }) {
  const { paid: content } = useContent().success;
  const { locale } = useShell();
  return (
    <section className={styles['receipt']}>
      <header className={styles['head']}>
        <h2>{content.receipt}</h2>
        <Button tone="quiet" className={styles['print']} onClick={() => window.print()}>
          {content.print}
        </Button>
      </header>
      <dl className={styles['facts']}>
        <div>
          <dt>{content.plan}</dt>
          <dd>{planName}</dd>
        </div>
        <div>
          <dt>{content.transaction}</dt>
          <dd>
            <TransactionId id={sessionId} />
          </dd>
        </div>
        <div className={styles['total']}>
          <dt>{content.amount}</dt>
          <dd>{formatMoney(amount, locale)}</dd>
        </div>
        {taxMinor ? (
          <div>
            <dt>{content.tax}</dt>
            <dd>{formatMoney({ ...amount, amountMinor: taxMinor }, locale)}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
