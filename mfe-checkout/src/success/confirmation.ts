import { checkoutSessionResponseSchema, type CheckoutSessionResponse } from '@funnel/contracts/api';
import { pathTo } from '@funnel/contracts/endpoint';
import { readCheckoutSession } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import { withTimeLimit } from '../time-limit.ts';

/** The state of a checkout session, as the success page shows it. */
export type Confirmation =
  | { readonly status: 'confirming'; readonly cause: 'initial' | 'processing' | 'unreachable' }
  | { readonly status: 'paid'; readonly session: CheckoutSessionResponse }
  | { readonly status: 'not-completed'; readonly session: CheckoutSessionResponse }
  | { readonly status: 'unknown' };

const responseTimeoutMs = 10_000;
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** The delay before the next request, after `attempts` earlier retries. */
export const retryDelayMs = (attempts: number): number => retryDelaysMs[attempts] ?? 15_000;

/** Fetches the state of a session. Never rejects: an unreachable service is a state too. */
export async function fetchConfirmation(
  shell: Pick<FunnelShell, 'request'>,
  sessionId: string,
  signal: AbortSignal,
): Promise<Confirmation> {
  try {
    const { status, body } = await withTimeLimit(get(shell, sessionId, signal), responseTimeoutMs);
    if (status === 404) return { status: 'unknown' };
    return confirmationOf(checkoutSessionResponseSchema.parse(body));
  } catch {
    return { status: 'confirming', cause: 'unreachable' };
  }
}

async function get(shell: Pick<FunnelShell, 'request'>, sessionId: string, signal: AbortSignal) {
  const response = await shell.request(pathTo(readCheckoutSession, { id: sessionId }), { signal });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

function confirmationOf(session: CheckoutSessionResponse): Confirmation {
  switch (session.status) {
    case 'paid':
      return { status: 'paid', session };
    case 'processing':
      return { status: 'confirming', cause: 'processing' };
    case 'open':
    case 'expired':
      return { status: 'not-completed', session };
  }
}
