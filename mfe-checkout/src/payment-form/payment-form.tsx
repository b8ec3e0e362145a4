import type { CreateCheckoutResponse, PublicConfig } from '@funnel/contracts/api';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Button } from '@funnel/ui/button';
import { Notice } from '@funnel/ui/notice';
import { Skeleton } from '@funnel/ui/skeleton';
import { Spinner } from '@funnel/ui/spinner';
import { useCallback, useEffect, useRef, useState } from 'react';

import { toHandover } from './order.ts';
import { useContent } from '../content/content.ts';
import type { Content } from '../content/en.ts';
import { EmbeddedForm } from './embedded-form.tsx';
import styles from './payment-form.module.css';
import type { Failure, FailureCode } from './session-state.ts';
import { useCheckoutSession, type Order } from './use-checkout-session.ts';

/** On the checkout's own page, or in a dialog over the offer. */
export type Presentation = PublicConfig['checkoutPresentation'];

interface PaymentFormProps extends Order {
  readonly presentation: Presentation;
  /** What the service will charge, as soon as it is known. */
  readonly onOpened?: (session: CreateCheckoutResponse) => void;
}

/** From asking for a session to the provider's form, with every way in which it can fail. */
export function PaymentForm({ presentation, planId, email, onOpened }: PaymentFormProps) {
  const { state, retry, reportMissingForm: reportFormLoadError } = useCheckoutSession({ planId, email });
  const place = useRef<HTMLDivElement>(null);
  const [shownAttempt, setShownAttempt] = useState<string | null>(null);
  const { session, attemptId } = state.status === 'ready' ? state : { session: null, attemptId: null };
  const showForm = useCallback(() => setShownAttempt(attemptId), [attemptId]);
  const missForm = useCallback(
    () => attemptId && reportFormLoadError(attemptId),
    [attemptId, reportFormLoadError],
  );

  useEffect(() => {
    if (session) onOpened?.(session);
  }, [session, onOpened]);

  // The button that was pressed goes; without this the focus would fall back to the top of the page.
  const retryInPlace = () => {
    place.current?.focus();
    retry();
  };
  return (
    <div ref={place} tabIndex={-1} className={styles['place']}>
      {state.status === 'failed' ? (
        <FormFailure
          presentation={presentation}
          failure={state.failure}
          order={{ planId, email }}
          onRetry={retryInPlace}
        />
      ) : (
        <div className={styles['area']}>
          {session && (
            <EmbeddedForm
              key={session.clientSecret}
              clientSecret={session.clientSecret}
              onShown={showForm}
              onLoadError={missForm}
            />
          )}
          {(attemptId === null || attemptId !== shownAttempt) && <FormSkeleton />}
        </div>
      )}
    </div>
  );
}

function FormSkeleton() {
  const content = useContent().payment;
  return (
    <div className={styles['skeleton']}>
      <Spinner>{content.loading}</Spinner>
      {['email', 'card', 'expiry', 'name', 'country'].map((field) => (
        <div key={field} className={styles['field']}>
          <Skeleton className={styles['label']} />
          <Skeleton className={styles['input']} />
        </div>
      ))}
      <Skeleton className={styles['button']} />
    </div>
  );
}

/** What is known of the visitor's money. A refusal may have come before anybody looked for an earlier payment. */
const chargeStatusByFailure: Readonly<Record<FailureCode, keyof Content['payment']['charge'] | null>> = {
  'not-configured': 'none',
  'email-required': 'none',
  'email-rejected': 'none',
  'form-load-failed': 'none',
  'already-paid': null,
  'session-failed': 'unknown',
};

interface WayOnProps {
  readonly failure: Failure;
  readonly order: Order;
  readonly onRetry: () => void;
}

function FormFailure({ presentation, failure, ...wayOn }: WayOnProps & { presentation: Presentation }) {
  const { payment: content, support } = useContent();
  const { supportEmail } = useShell().config.links;
  // Over the offer a refusal has one wording, whatever its cause.
  const isPlain = presentation === 'dialog' && failure.code === 'session-failed';
  const charge = chargeStatusByFailure[failure.code];
  return (
    <div className={styles['failure']}>
      <Notice tone="danger" title={content.errorTitle}>
        <p>{isPlain ? content.refusedInDialog : failure.message}</p>
        {charge && <p className={styles['aside']}>{content.charge[charge]}</p>}
      </Notice>
      <FailureActions failure={failure} {...wayOn} />
      <a href={`mailto:${supportEmail}`} className={styles['support']}>
        {support(supportEmail)}
      </a>
    </div>
  );
}

function FailureActions({ failure, order, onRetry }: WayOnProps) {
  const content = useContent().payment;
  const shell = useShell();
  switch (failure.code) {
    case 'not-configured':
      return null;
    case 'email-required':
    case 'email-rejected':
      return (
        // An address that was refused goes back with the visitor, so that the offer asks for another one.
        <Button onClick={() => shell.navigate(stagePaths.offer, { handover: toHandover(order) })}>
          {content.backToOffer}
        </Button>
      );
    case 'already-paid':
      return (
        <Button onClick={() => shell.navigate(successPath(failure.paidSessionId))}>
          {content.seePayment}
        </Button>
      );
    case 'session-failed':
    case 'form-load-failed':
      return <Button onClick={onRetry}>{content.retry}</Button>;
  }
}

const successPath = (sessionId = '') =>
  sessionId ? `${stagePaths.success}?${new URLSearchParams({ session_id: sessionId })}` : stagePaths.success;
