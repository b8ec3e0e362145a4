import type { CreateCheckoutRequest, PublicConfig } from '@funnel/contracts/api';
import { isCreateCheckoutResponse } from '@funnel/contracts/guards/checkout-responses';
import { isProblem } from '@funnel/contracts/guards/problem';
import type { Problem, ProblemCode } from '@funnel/contracts/problems';
import { createCheckout } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import type { Content } from '../content/en.ts';
import type { Failure, FailureCode, OpenSessionResult } from './session-state.ts';
import { requestWithin } from '@funnel/shell-kit/time-limit';

/** The service calls the payment provider, which can be slow. Few visitors wait longer than this. */
const sessionTimeoutMs = 20_000;

export const failureOf = (code: FailureCode, { failures }: Content['payment']): Failure => ({
  code,
  message: failures[code].message,
});

/** The failure that is known without a request: payments are not configured, or there is no email. Otherwise null. */
export function missingPrerequisite(
  { stripe }: Pick<PublicConfig, 'stripe'>,
  email: string | null,
  content: Content['payment'],
): Failure | null {
  if (!stripe) return failureOf('not-configured', content);
  return email === null ? failureOf('email-required', content) : null;
}

async function post(
  shell: Pick<FunnelShell, 'request' | 'config'>,
  checkoutRequest: CreateCheckoutRequest,
  signal: AbortSignal,
) {
  const response = await shell.request(createCheckout.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-currency': shell.config.currency },
    body: JSON.stringify(checkoutRequest),
    signal,
  });
  const body: unknown = await response.json().catch(() => null);
  return { ok: response.ok, body };
}

/** Whether the problem's `errors` name this field of the request. */
const hasErrorAt = ({ errors }: Problem, path: string): boolean =>
  Array.isArray(errors) &&
  errors.some((error: unknown) => typeof error === 'object' && error && Reflect.get(error, 'path') === path);

function failureCode(problem: Problem | undefined): FailureCode {
  switch (problem?.code) {
    case 'already-paid' satisfies ProblemCode:
      return 'already-paid';
    case 'email-required' satisfies ProblemCode:
      return 'email-required';
    case 'invalid-request' satisfies ProblemCode:
      return hasErrorAt(problem, 'email') ? 'email-rejected' : 'session-failed';
    default:
      return 'session-failed';
  }
}

function failureFrom(body: unknown, content: Content['payment']): Failure {
  const problem = isProblem(body) ? body : undefined;
  const code = failureCode(problem);
  const sessionId = problem?.['sessionId'];
  return {
    code,
    message: (content.showsServiceDetails && problem?.detail) || content.failures[code].message,
    paidSessionId: typeof sessionId === 'string' ? sessionId : undefined,
  };
}

/**
 * Requests a checkout session and sends the current quiz answers with it. Never rejects: every error becomes an outcome
 * with a readable message.
 */
export async function openCheckoutSession(
  shell: Pick<FunnelShell, 'request' | 'config' | 'state'>,
  order: Pick<CreateCheckoutRequest, 'planId' | 'email' | 'attemptId'>,
  content: Content['payment'],
  signal: AbortSignal,
): Promise<OpenSessionResult> {
  const sessionFailed = (message = content.failures['session-failed'].message, cause?: string) =>
    ({ type: 'failed', failure: { code: 'session-failed', message, cause } }) as const;
  const { quizAnswers, specialGoal } = shell.state.get();
  const checkoutRequest = { ...order, quizState: { quizAnswers, specialGoal, email: order.email } };
  try {
    const { ok, body } = await requestWithin(
      (limited) => post(shell, checkoutRequest, limited),
      sessionTimeoutMs,
      signal,
    );
    if (!ok) return { type: 'failed', failure: failureFrom(body, content) };
    return isCreateCheckoutResponse(body)
      ? { type: 'opened', session: body }
      : sessionFailed(content.noClientSecret, content.noClientSecretCause);
  } catch (error) {
    // The browser's message for a lost connection ("Failed to fetch") does not help a visitor.
    return error instanceof Error
      ? sessionFailed(undefined, error.message)
      : sessionFailed(content.unknownError);
  }
}
