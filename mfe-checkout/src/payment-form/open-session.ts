import { createCheckoutResponseSchema, type CreateCheckoutRequest } from '@funnel/contracts/api';
import { problemSchema, type ProblemCode } from '@funnel/contracts/problems';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import type { Content } from '../content/en.ts';
import type { Failure, FailureCode, Outcome } from './session-state.ts';
import { withTimeLimit } from '../time-limit.ts';

/** The service asks the payment provider, which may take its time; a visitor gives up sooner than this. */
const sessionLimitMs = 20_000;

/** One try to open a session. */
export type Attempt = Omit<CreateCheckoutRequest, 'email'> & { readonly email: string | null };

async function post(shell: Pick<FunnelShell, 'request'>, attempt: Attempt, signal: AbortSignal) {
  const response = await shell.request('/api/create-checkout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(attempt),
    signal,
  });
  const body: unknown = await response.json().catch(() => null);
  return { ok: response.ok, body };
}

const alreadyPaid: ProblemCode = 'already-paid';

function refusal(body: unknown, content: Content['payment']): Failure {
  const problem = problemSchema.safeParse(body).data;
  const code = problem?.code === alreadyPaid ? 'already-paid' : 'refused';
  const sessionId = problem?.['sessionId'];
  return {
    code,
    message: problem?.detail || content.failures[code].message,
    paidSessionId: typeof sessionId === 'string' ? sessionId : undefined,
  };
}

/** Asks the service for a checkout session. Never rejects: whatever goes wrong is an outcome with a readable message. */
export async function openCheckoutSession(
  shell: Pick<FunnelShell, 'config' | 'request'>,
  attempt: Attempt,
  content: Content['payment'],
  signal: AbortSignal,
): Promise<Outcome> {
  const failed = (code: FailureCode, message = content.failures[code].message) =>
    ({ type: 'failed', failure: { code, message } }) as const;
  if (!shell.config.stripe) return failed('not-configured');
  if (attempt.email === null) return failed('email-required');
  try {
    const { ok, body } = await withTimeLimit(post(shell, attempt, signal), sessionLimitMs);
    if (!ok) return { type: 'failed', failure: refusal(body, content) };
    const session = createCheckoutResponseSchema.safeParse(body);
    return session.success
      ? { type: 'opened', session: session.data }
      : failed('refused', content.noClientSecret);
  } catch (thrown) {
    // A browser's own words for a lost connection ("Failed to fetch") help nobody.
    return failed('refused', thrown instanceof Error ? undefined : content.unknownError);
  }
}
