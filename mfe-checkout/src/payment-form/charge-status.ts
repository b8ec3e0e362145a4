import type { Content } from '../content/en.ts';
import type { FailureCode } from './session-state.ts';

/**
 * Whether the visitor was charged. After `session-failed` it is unknown, because the service may have failed before it
 * looked for an earlier payment.
 */
export const chargeStatusByFailure: Readonly<Record<FailureCode, keyof Content['payment']['charge'] | null>> =
  {
    // The visitor may have paid with the form that replaced it.
    'session-expired': 'unknown',
    'not-configured': 'none',
    'email-required': 'none',
    'email-rejected': 'none',
    // The service returns an open form also while the payment provider does not say whether it was paid.
    'form-load-failed': 'unknown',
    'already-paid': null,
    'session-failed': 'unknown',
  };
