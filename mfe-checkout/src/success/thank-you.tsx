import { formatMoney, type Money } from '@funnel/contracts/money';
import { useShell } from '@funnel/shell-kit/shell-context';
import { ButtonLink } from '@funnel/ui/button';

import { activationUrl, appHomeUrl } from '../app-links.ts';
import { useContent } from '../content/content.ts';
import { StatusMessage } from './status-message.tsx';
import styles from './thank-you.module.css';

interface ThankYouProps {
  readonly planName: string;
  readonly email: string | null;
  /** Facts that the service confirmed. Absent if the URL had no session id. */
  readonly paid?: {
    readonly amount: Money;
    readonly sessionId: string;
    readonly activationToken: string | undefined;
  };
}

export function ThankYou({ planName, email, paid }: ThankYouProps) {
  const {
    success: { paid: content },
    support,
  } = useContent();
  const { config, locale } = useShell();
  const { supportEmail, portalLogin } = config.links;
  const facts = paid
    ? [
        [content.plan, planName],
        [content.amount, formatMoney(paid.amount, locale)],
        [content.transaction, paid.sessionId],
      ]
    : [];

  return (
    <StatusMessage icon="check" title={content.title} text={content.thanks(planName)}>
      <p className={styles['confirmation']}>{content.confirmation(email ?? content.emailFallback)}</p>
      {facts.length > 0 && (
        <dl className={styles['facts']}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles['actions']}>
        <ButtonLink href={activationUrl(config, paid?.activationToken)}>{content.activate}</ButtonLink>
        <ButtonLink tone="secondary" href={appHomeUrl(config)}>
          {content.home}
        </ButtonLink>
      </div>
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
