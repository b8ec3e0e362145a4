import type { PublicConfig } from '@funnel/contracts/api';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useWhenOnline } from '@funnel/shell-kit/use-when-online';
import { Button } from '@funnel/ui/button';
import { Notice } from '@funnel/ui/notice';
import { Skeleton } from '@funnel/ui/skeleton';
import { Spinner } from '@funnel/ui/spinner';
import { useRef, useState, type ReactNode } from 'react';

import { toHandover, type Order } from './order.ts';
import { useContent } from '../content/content.ts';
import { chargeStatusByFailure } from './charge-status.ts';
import { EmbeddedForm } from './embedded-form.tsx';
import styles from './payment-form.module.css';
import type { Failure, FailureCode } from './session-state.ts';
import { useSessionWatch } from './session-watch.ts';
import type { CheckoutSession } from './use-checkout-session.ts';

/** Where the form is shown: on the checkout page, or in a dialog over the offer. */
export type Presentation = PublicConfig['checkoutPresentation'];

interface PaymentFormProps {
  readonly presentation: Presentation;
  readonly order: Order;
  readonly session: CheckoutSession;
}

/** Shows the provider's form of a checkout session, or the reason why there is none. */
export function PaymentForm({ presentation, order, session }: PaymentFormProps) {
  const { state, retry, reportFormLoadError, reportExpiry } = session;
  const container = useRef<HTMLDivElement>(null);
  const [shownAttempt, setShownAttempt] = useState<string | null>(null);
  const showPayment = useShowPayment(presentation);
  const ready = state.status === 'ready' ? state : null;

  useSessionWatch(ready?.session.sessionId, (end) => {
    if (!ready) return;
    if (end === 'payment-submitted') return showPayment(ready.session.sessionId);
    keepFocus();
    reportExpiry(ready.attemptId);
  });

  /** Called before the form or the button inside the container disappears: the focus would move to the top of the page. */
  function keepFocus() {
    if (container.current?.contains(document.activeElement)) container.current.focus();
  }
  const retryAndKeepFocus = () => {
    keepFocus();
    retry();
  };
  return (
    <div ref={container} tabIndex={-1} className={styles['container']}>
      {state.status === 'failed' ? (
        <FormFailure
          presentation={presentation}
          failure={state.failure}
          order={order}
          onRetry={retryAndKeepFocus}
        />
      ) : (
        <div className={styles['area']} data-presentation={presentation}>
          {ready && (
            <EmbeddedForm
              key={ready.session.clientSecret}
              clientSecret={ready.session.clientSecret}
              onShown={() => setShownAttempt(ready.attemptId)}
              onLoadError={() => reportFormLoadError(ready.attemptId)}
            />
          )}
          {(!ready || ready.attemptId !== shownAttempt) && <FormSkeleton />}
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
      <FieldSkeleton />
      <div className={styles['pair']}>
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
      <Skeleton className={styles['button']} />
      {['agreement', 'plan', 'email'].map((text) => (
        <Skeleton key={text} className={styles['paragraph']} />
      ))}
    </div>
  );
}

const FieldSkeleton = () => (
  <div className={styles['field']}>
    <Skeleton className={styles['label']} />
    <Skeleton className={styles['input']} />
  </div>
);

interface FailureActionsProps {
  readonly presentation: Presentation;
  readonly failure: Failure;
  readonly order: Order;
  readonly onRetry: () => void;
}

function FormFailure({ presentation, failure, ...actions }: FailureActionsProps) {
  const { payment: content, support } = useContent();
  const { supportEmail } = useShell().config.links;
  // The dialog over the offer has one fixed text for a session that could not be created.
  const hasFixedText = presentation === 'dialog' && failure.code === 'session-failed';
  const charge = chargeStatusByFailure[failure.code];
  return (
    <div className={styles['failure']}>
      <FailureNotice code={failure.code}>
        <p>{hasFixedText ? content.failedInDialog : failure.message}</p>
        {charge && <p className={styles['chargeStatus']}>{content.charge[charge]}</p>}
      </FailureNotice>
      <FailureActions presentation={presentation} failure={failure} {...actions} />
      <a href={`mailto:${supportEmail}`} className={styles['support']}>
        {support(supportEmail)}
      </a>
    </div>
  );
}

/** An expired form is not an error, so it is announced without interrupting. */
function FailureNotice({ code, children }: { readonly code: FailureCode; readonly children: ReactNode }) {
  const { errorTitle, expiredTitle } = useContent().payment;
  if (code !== 'session-expired')
    return (
      <Notice tone="danger" title={errorTitle}>
        {children}
      </Notice>
    );
  return (
    <div role="status">
      <Notice tone="amber" title={expiredTitle}>
        {children}
      </Notice>
    </div>
  );
}

function FailureActions({ presentation, failure, order, onRetry }: FailureActionsProps) {
  const content = useContent().payment;
  const shell = useShell();
  const showPayment = useShowPayment(presentation);
  switch (failure.code) {
    case 'not-configured':
      return null;
    case 'email-required':
    case 'email-rejected':
      return (
        // The handover carries a rejected email back, so that the offer asks for another one.
        <Button onClick={() => shell.navigate(stagePaths.offer, { handover: toHandover(order) })}>
          {content.backToOffer}
        </Button>
      );
    case 'already-paid':
      return <Button onClick={() => showPayment(failure.paidSessionId)}>{content.seePayment}</Button>;
    case 'session-expired':
      return <Button onClick={onRetry}>{content.openAgain}</Button>;
    case 'session-failed':
    case 'form-load-failed':
      return <RetryButton onRetry={onRetry} />;
  }
}

/** Retries too when the browser is online again. */
function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  useWhenOnline(onRetry);
  return <Button onClick={onRetry}>{useContent().payment.retry}</Button>;
}

/**
 * Leads to the success page of a session. It replaces the page of the form in the history: if the payment fails later, the success
 * page leads to a new form, and Back would first return to the old one. A dialog is over the offer, which stays.
 */
function useShowPayment(presentation: Presentation) {
  const shell = useShell();
  return (sessionId?: string) => shell.navigate(successPath(sessionId), { replace: presentation === 'page' });
}

const successPath = (sessionId = '') =>
  sessionId ? `${stagePaths.success}?${new URLSearchParams({ session_id: sessionId })}` : stagePaths.success;
