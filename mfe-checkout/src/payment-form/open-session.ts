import {
  createCheckoutResponseSchema,
  type CreateCheckoutRequest,
  type PublicConfig,
} from '@funnel/contracts/api';
import { problemSchema, type Problem, type ProblemCode } from '@funnel/contracts/problems';
import { createCheckout } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import type { Content } from '../content/en.ts';
import type { Failure, FailureCode, Outcome } from './session-state.ts';
import { withTimeLimit } from '../time-limit.ts';

/** The service asks the payment provider, which may take its time; a visitor gives up sooner than this. */
const sessionTimeoutMs = 20_000;

/** Why nobody needs to be asked: payments are not configured, or it is not known for whom. Null where neither is so. */
export function missingPrerequisite(
  { stripe }: Pick<PublicConfig, 'stripe'>,
  email: string | null,
  { failures }: Content['payment'],
): Failure | null {
  const code = !stripe ? 'not-configured' : email === null ? 'email-required' : null;
  return code && { code, message: failures[code].message };
}

async function post(
  shell: Pick<FunnelShell, 'request'>,
  attempt: CreateCheckoutRequest,
  signal: AbortSignal,
) {
  const response = await shell.request(createCheckout.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(attempt),
    signal,
  });
  const body: unknown = await response.json().catch(() => null);
  return { ok: response.ok, body };
}

/** Whether a part of the request is among those that the problem complains about. */
const isAbout = ({ errors }: Problem, part: string): boolean =>
  Array.isArray(errors) &&
  errors.some((error: unknown) => typeof error === 'object' && error && Reflect.get(error, 'path') === part);

function failureCode(problem: Problem | undefined): FailureCode {
  switch (problem?.code) {
    case 'already-paid' satisfies ProblemCode:
      return 'already-paid';
    case 'email-required' satisfies ProblemCode:
      return 'email-required';
    case 'invalid-request' satisfies ProblemCode:
      return isAbout(problem, 'email') ? 'email-rejected' : 'session-failed';
    default:
      return 'session-failed';
  }
}

function refusal(body: unknown, content: Content['payment']): Failure {
  const problem = problemSchema.safeParse(body).data;
  const code = failureCode(problem);
  const sessionId = problem?.['sessionId'];
  return {
    code,
    message: problem?.detail || content.failures[code].message,
    paidSessionId: typeof sessionId === 'string' ? sessionId : undefined,
  };
}

/** Asks the service for a checkout session. Never rejects: whatever goes wrong is an outcome with a readable message. */
export async function openCheckoutSession(
  shell: Pick<FunnelShell, 'request'>,
  attempt: CreateCheckoutRequest,
  content: Content['payment'],
  signal: AbortSignal,
): Promise<Outcome> {
  const refused = (message = content.failures['session-failed'].message) =>
    ({ type: 'failed', failure: { code: 'session-failed', message } }) as const;
  try {
    const { ok, body } = await withTimeLimit(post(shell, attempt, signal), sessionTimeoutMs);
    if (!ok) return { type: 'failed', failure: refusal(body, content) };
    const session = createCheckoutResponseSchema.safeParse(body);
    return session.success ? { type: 'opened', session: session.data } : refused(content.noClientSecret);
  } catch (thrown) {
    // A browser's own words for a lost connection ("Failed to fetch") help nobody.
    return refused(thrown instanceof Error ? undefined : content.unknownError);
  }
}
