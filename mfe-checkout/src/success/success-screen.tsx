import type { CheckoutSessionResponse } from '@funnel/contracts/api';
import { useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { Button, ButtonLink } from '@funnel/ui/button';
import { Spinner } from '@funnel/ui/spinner';
import { PendingPaymentArt, UnknownPaymentArt, UnreachableArt } from '@funnel/ui/status-art';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useContent } from '../content/content.ts';
import { readReturnParameters, type ReturnParameters } from './return-parameters.ts';
import type { Confirmation } from '../confirmation.ts';
import { NotCompleted } from './not-completed.tsx';
import { StatusMessage } from './status-message.tsx';
import { ThankYou } from './thank-you.tsx';
import { useActivationToken } from './use-activation-token.ts';
import { useConfirmation } from './use-confirmation.ts';

export function SuccessScreen() {
  const shell = useShell();
  const [parameters, setParameters] = useState<ReturnParameters | null>(null);
  const parametersRead = useRef<ReturnParameters>(null);

  useTopBar({ back: null, counter: null, progress: null, hidden: false });
  // Reading removes the email from the URL, so it happens once and not during rendering.
  useLayoutEffect(() => {
    parametersRead.current ??= readReturnParameters(shell, window.location.search);
    setParameters(parametersRead.current);
  }, [shell]);

  if (!parameters) return null;
  return <PaymentStatusScreen parameters={parameters} />;
}

interface PaidProps {
  readonly session: CheckoutSessionResponse;
  readonly sessionId: string;
}

function Paid({ session, sessionId }: PaidProps) {
  const { plan, email, amountMinor, taxMinor, currency } = session;
  const { token, reportUse } = useActivationToken(sessionId, session.activationToken);
  return (
    <ThankYou
      planName={plan.name}
      email={email}
      paid={{ amount: { amountMinor, currency }, taxMinor, sessionId, activationToken: token }}
      onActivate={reportUse}
    />
  );
}

/** The payment of the session in the URL. Without its id: the purchase of this visit, otherwise the text for a buyer about whom nothing is known. */
function PaymentStatusScreen({ parameters }: { parameters: ReturnParameters }) {
  const isVerifiable = parameters.status === 'verifiable';
  const { confirmation, checkNow } = useConfirmation(isVerifiable ? parameters.sessionId : null);
  useHeadingFocus(confirmation.status);
  switch (confirmation.status) {
    case 'paid':
      return <Paid session={confirmation.session} sessionId={confirmation.sessionId} />;
    case 'confirming':
      return <Confirming cause={confirmation.cause} onCheckNow={checkNow} />;
    case 'not-completed':
      return <NotCompleted session={confirmation.session} />;
    case 'unknown':
      return isVerifiable ? <Unknown /> : <ThankYou planName={parameters.planName} email={null} />;
  }
}

/**
 * Moves the focus to the heading when the status changes, as the shell does when the path changes: a screen reader announces
 * the new status, and the button that was pressed may be gone. A visitor who is in a dialog or in the consent banner stays there.
 */
function useHeadingFocus(status: string): void {
  const previousStatus = useRef(status);
  useEffect(() => {
    if (previousStatus.current === status) return;
    previousStatus.current = status;
    const heading = document.querySelector('h1');
    const focused = document.activeElement;
    const isElsewhere = focused !== document.body && !focused?.closest('main');
    if (!heading || isElsewhere) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [status]);
}

interface ConfirmingProps {
  readonly cause: Extract<Confirmation, { status: 'confirming' }>['cause'];
  readonly onCheckNow: () => void;
}

function Confirming({ cause, onCheckNow }: ConfirmingProps) {
  const { confirming: content } = useContent().success;
  return (
    <StatusMessage
      image={cause === 'unreachable' ? <UnreachableArt /> : <PendingPaymentArt />}
      title={content.title}
      text={content[cause]}
    >
      <Spinner>{cause === 'initial' ? content.checking : content.checkingAgain}</Spinner>
      {cause !== 'initial' && (
        <Button tone="secondary" onClick={onCheckNow}>
          {content.checkNow}
        </Button>
      )}
    </StatusMessage>
  );
}

function Unknown() {
  const { unknown: content } = useContent().success;
  const { supportEmail } = useShell().config.links;
  return (
    <StatusMessage image={<UnknownPaymentArt />} title={content.title} text={content.text}>
      <ButtonLink href={`mailto:${supportEmail}`}>{supportEmail}</ButtonLink>
    </StatusMessage>
  );
}
