import type { CheckoutSessionResponse } from '@funnel/contracts/api';
import { pathTo } from '@funnel/contracts/endpoint';
import { isCheckoutSessionResponse, isPurchaseResponse } from '@funnel/contracts/guards/checkout-responses';
import { readCheckoutSession, readPurchase } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import { requestWithin } from '@funnel/shell-kit/time-limit';

/** The state of a checkout session, as the success page shows it. */
export type Confirmation =
  | { readonly status: 'confirming'; readonly cause: 'initial' | 'processing' | 'unreachable' }
  | { readonly status: 'paid'; readonly session: CheckoutSessionResponse; readonly sessionId: string }
  | { readonly status: 'not-completed'; readonly session: CheckoutSessionResponse }
  | { readonly status: 'unknown' };

const responseTimeoutMs = 10_000;
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** The delay before the next request, after `attempts` earlier retries. */
const retryDelayMs = (attempts: number): number => retryDelaysMs[attempts] ?? 15_000;

/**
 * Fetches the state of a session, or, if the id is null, of this visit's last purchase. Never rejects: an
 * unreachable service is a state too.
 */
export async function fetchConfirmation(
  shell: Pick<FunnelShell, 'request'>,
  sessionId: string | null,
  signal: AbortSignal,
): Promise<Confirmation> {
  try {
    const path = sessionId === null ? readPurchase.path : pathTo(readCheckoutSession, { id: sessionId });
    const { status, body } = await get(shell, path, signal);
    if (status === 404) return { status: 'unknown' };
    if (sessionId !== null && isCheckoutSessionResponse(body)) return confirmationOf(body, sessionId);
    if (sessionId === null && isPurchaseResponse(body)) return confirmationOf(body, body.sessionId);
  } catch {
    // No response, or none in time.
  }
  return { status: 'confirming', cause: 'unreachable' };
}

/**
 * Requests the state of a session, less often over time, until it is final. `onChange` receives each state. Returns a function
 * that ends it.
 */
export function pollConfirmation(
  shell: Pick<FunnelShell, 'request'>,
  sessionId: string | null,
  onChange: (confirmation: Confirmation) => void,
): () => void {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function poll(attempts: number) {
    const confirmation = await fetchConfirmation(shell, sessionId, abort.signal);
    if (abort.signal.aborted) return;
    onChange(confirmation);
    if (confirmation.status === 'confirming' && !abort.signal.aborted)
      timer = setTimeout(() => void poll(attempts + 1), retryDelayMs(attempts));
  }
  void poll(0);
  return () => {
    abort.abort();
    clearTimeout(timer);
  };
}

/** Rejects without a response, and if there is none in time. */
const get = (shell: Pick<FunnelShell, 'request'>, path: string, signal: AbortSignal) =>
  requestWithin(
    async (limited) => {
      const response = await shell.request(path, { signal: limited });
      const body: unknown = await response.json();
      return { status: response.status, body };
    },
    responseTimeoutMs,
    signal,
  );

function confirmationOf(session: CheckoutSessionResponse, sessionId: string): Confirmation {
  switch (session.status) {
    case 'paid':
      return { status: 'paid', session, sessionId };
    case 'processing':
      return { status: 'confirming', cause: 'processing' };
    case 'open':
    case 'expired':
      return { status: 'not-completed', session };
  }
}
