import { formatMoney, type Money } from '@funnel/contracts/money';
import { planIds, plans } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Button, ButtonLink } from '@funnel/ui/button';
import { SuccessArt } from '@funnel/ui/status-art';
import type { ReactNode } from 'react';

import { activationUrl, appHomeUrl } from '../app-links.ts';
import { useContent } from '../content/content.ts';
import { FirstTask } from './first-task.tsx';
import { NextSteps } from './next-steps.tsx';
import { StatusMessage } from './status-message.tsx';
import styles from './thank-you.module.css';
import { TransactionId } from './transaction-id.tsx';

interface ThankYouProps {
  /** The English name from the service or from the URL, or any text. */
  readonly planName: string;
  readonly email: string | null;
  /** Facts that the service confirmed. Absent if the URL had no session id. */
  readonly paid?: {
    readonly amount: Money;
    /** The part of the amount that is tax, if the provider calculated it. */
    readonly taxMinor: number | undefined;
    readonly sessionId: string;
    readonly activationToken: string | undefined;
  };
}

export function ThankYou({ planName, email, paid }: ThankYouProps) {
  const {
    success: { paid: content },
    catalog,
    support,
  } = useContent();
  const { config, locale } = useShell();
  const { supportEmail, portalLogin } = config.links;
  const planId = planIds.find((id) => plans[id].name === planName);
  const shownPlan = planId ? catalog.names[planId] : planName;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = paid
    ? [
        [content.plan, shownPlan],
        [content.amount, formatMoney(paid.amount, locale)],
        ...(paid.taxMinor
          ? [[content.tax, formatMoney({ ...paid.amount, amountMinor: paid.taxMinor }, locale)] as const]
          : []),
        [content.transaction, <TransactionId key="id" id={paid.sessionId} />],
      ]
    : [];

  return (
    <StatusMessage image={<SuccessArt />} title={content.title} text={content.thanks(shownPlan)}>
      <p className={styles['confirmation']}>{content.confirmation(email ?? content.emailFallback)}</p>
      {facts.length > 0 && (
        <section className={styles['receipt']}>
          <dl className={styles['facts']}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Button tone="quiet" className={styles['print']} onClick={() => window.print()}>
            {content.print}
          </Button>
        </section>
      )}
      <div className={styles['actions']}>
        <ButtonLink href={activationUrl(config, paid?.activationToken)}>{content.activate}</ButtonLink>
        <ButtonLink tone="secondary" href={appHomeUrl(config)}>
          {content.home}
        </ButtonLink>
      </div>
      <NextSteps />
      <FirstTask />
      {paid && portalLogin && (
        <p className={styles['support']}>
          {content.portalText}{' '}
          <a href={portalLogin} target="_blank" rel="noopener noreferrer">
            {content.portal}
          </a>
        </p>
      )}
      <a href={`mailto:${supportEmail}`} className={styles['support']}>
        {support(supportEmail)}
      </a>
    </StatusMessage>
  );
}
