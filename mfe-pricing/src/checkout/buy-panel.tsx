import { Button } from '@funnel/ui/button';
import { Notice } from '@funnel/ui/notice';
import type { RefObject } from 'react';

import { useContent } from '../content/content.ts';
import { LegalLink } from '../legal/legal-link.tsx';
import type { PlanCopy } from '../plans/plan-copy.ts';
import { SecurePayment } from './secure-payment.tsx';
import type { BuyButtonPosition, Checkout } from './use-checkout.ts';
import styles from './buy-panel.module.css';

interface BuyPanelProps {
  readonly position: BuyButtonPosition;
  readonly plan: PlanCopy;
  readonly checkout: Checkout;
  readonly onBuy: (position: BuyButtonPosition) => void;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
}

/** The main button with the charge, the renewal and the terms that belong beside it. */
export function BuyPanel({ position, plan, checkout, onBuy, buttonRef }: BuyPanelProps) {
  const { buy } = useContent();

  return (
    <div className={styles['panel']}>
      <p className={styles['charge']}>
        <span>{plan.name}</span> <strong>{buy.chargedToday(plan.today)}</strong>
      </p>
      {checkout.status === 'failed' && checkout.from === position && (
        <Notice tone="danger" title={buy.failedTitle}>
          <p>{buy.failed}</p>
        </Notice>
      )}
      <Button
        ref={buttonRef}
        className={styles['action']}
        busy={checkout.status === 'leaving'}
        busyLabel={buy.busy}
        onClick={() => onBuy(position)}
      >
        {buy.action}
      </Button>
      <div className={styles['terms']}>
        <p>
          {/* Each in an element: a browser that translates the page replaces text, and React finds only elements again. */}
          <strong>{buy.renewsAutomatically}</strong> <span>{plan.renewalNotice}</span>{' '}
          <span>{buy.nextCharge(plan.renewal, plan.renewalDate)}</span>
        </p>
        <p>{buy.cancel}</p>
        <p>
          {buy.terms.map((part) =>
            typeof part === 'string' ? (
              part
            ) : (
              <LegalLink key={part.tab} tab={part.tab}>
                {part.name}
              </LegalLink>
            ),
          )}
        </p>
        {position === 'plans' && <SecurePayment />}
      </div>
    </div>
  );
}
