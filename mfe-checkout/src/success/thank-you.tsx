import { planIds, plans } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { ButtonLink } from '@funnel/ui/button';
import { SuccessArt } from '@funnel/ui/status-art';

import { useContent } from '../content/content.ts';
import { FirstTask } from './first-task.tsx';
import { NextSteps } from './next-steps.tsx';
import { Receipt, type Payment } from './receipt.tsx';
import { StatusMessage } from './status-message.tsx';
import styles from './thank-you.module.css';

interface ThankYouProps {
  /** The English name from the service or from the URL, or any text. */
  readonly planName: string;
  readonly email: string | null;
  /** Facts that the service confirmed. Absent if the service confirmed no purchase. */
  readonly paid?: Payment & { readonly activationToken: string | undefined };
  /** Called when the activation link is opened, also in another tab. */
  readonly onActivate?: () => void;
}

export function ThankYou({ planName, email, paid, onActivate }: ThankYouProps) {
  const {
    success: { paid: content },
    catalog,
    support,
  } = useContent();
  const { app, supportEmail, portalLogin } = useShell().config.links;
  const planId = planIds.find((id) => plans[id].name === planName);
  const shownPlan = planId ? catalog.names[planId] : planName;

  return (
    <StatusMessage
      image={<SuccessArt />}
      title={content.title}
      text={content.thanks(shownPlan)}
      proof={content.proof}
    >
      <p className={styles['confirmation']}>{content.confirmation(email ?? content.emailFallback)}</p>
      <div className={styles['actions']}>
        <ButtonLink
          href={activationUrl(app, paid?.activationToken)}
          onClick={onActivate}
          // Also of the right button, whose menu may open the link.
          onAuxClick={onActivate}
        >
          {content.activate}
        </ButtonLink>
        <ButtonLink tone="secondary" href={app}>
          {content.home}
        </ButtonLink>
      </div>
      <NextSteps />
      <FirstTask />
      {paid && <Receipt planName={shownPlan} {...paid} />}
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

/** The token identifies the buyer to the external app. It is valid for one use. */
const activationUrl = (app: string, token: string | undefined): string =>
  `${app}/activate-account${token ? `?token=${encodeURIComponent(token)}` : ''}`;
