import type { CheckoutSessionResponse } from '@funnel/contracts/api';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useFunnelState, useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { Button } from '@funnel/ui/button';
import { Spinner } from '@funnel/ui/spinner';
import { useLayoutEffect, useRef, useState } from 'react';

import { handoverOf } from '../checkout/order.ts';
import { useContent } from '../content/content.ts';
import { readArrival, type Arrival } from './arrival.ts';
import type { Confirmation } from './confirmation.ts';
import { Outcome } from './outcome.tsx';
import { ThankYou } from './thank-you.tsx';
import { useConfirmation } from './use-confirmation.ts';

export function SuccessScreen() {
  const shell = useShell();
  const knownEmail = useFunnelState((state) => state.email);
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const read = useRef<Arrival>(null);

  useTopBar({ back: null, counter: null, progress: null, hidden: false });
  // Reading takes parameters away, so it happens once and not while rendering.
  useLayoutEffect(() => {
    read.current ??= readArrival(shell, window.location.search);
    setArrival(read.current);
  }, [shell]);

  if (!arrival) return null;
  if (arrival.status === 'verifiable') return <VerifiedScreen sessionId={arrival.sessionId} />;
  return <ThankYou planName={arrival.planName} email={arrival.email ?? knownEmail} />;
}

function VerifiedScreen({ sessionId }: { sessionId: string }) {
  const { confirmation, askNow } = useConfirmation(sessionId);
  switch (confirmation.status) {
    case 'paid': {
      const { plan, email, amountMinor, currency, activationToken } = confirmation.session;
      return (
        <ThankYou
          planName={plan.name}
          email={email}
          paid={{ amount: { amountMinor, currency }, sessionId, activationToken }}
        />
      );
    }
    case 'confirming':
      return <Confirming cause={confirmation.cause} onAskNow={askNow} />;
    case 'not-completed':
      return <NotCompleted session={confirmation.session} />;
    case 'unknown':
      return <Unknown />;
  }
}

interface ConfirmingProps {
  readonly cause: Extract<Confirmation, { status: 'confirming' }>['cause'];
  readonly onAskNow: () => void;
}

function Confirming({ cause, onAskNow }: ConfirmingProps) {
  const { confirming: content } = useContent().success;
  return (
    <Outcome sign="clock" title={content.title} text={content[cause]}>
      <Spinner>{cause === 'first-look' ? content.checking : content.checkingAgain}</Spinner>
      {cause !== 'first-look' && (
        <Button tone="secondary" onClick={onAskNow}>
          {content.askNow}
        </Button>
      )}
    </Outcome>
  );
}

function NotCompleted({ session }: { session: CheckoutSessionResponse }) {
  const { 'not-completed': content } = useContent().success;
  const shell = useShell();
  const email = useFunnelState((state) => state.email);
  // In place of this entry, or Back on the checkout would lead here again.
  const goBack = () =>
    shell.navigate(stagePaths.checkout, {
      replace: true,
      handover: handoverOf({ planId: session.plan.planId, email }),
    });
  return (
    <Outcome sign="warning" title={content.title} text={content.text}>
      <Button onClick={goBack}>{content.back}</Button>
    </Outcome>
  );
}

function Unknown() {
  const { unknown: content } = useContent().success;
  const { supportEmail } = useShell().config.links;
  return (
    <Outcome sign="question" title={content.title} text={content.text}>
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </Outcome>
  );
}
