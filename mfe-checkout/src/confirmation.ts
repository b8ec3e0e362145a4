import type { CheckoutSessionResponse, PurchaseResponse } from '@funnel/contracts/api';
import { pathTo } from '@funnel/contracts/endpoint';
import { isCheckoutSessionResponse, isPurchaseResponse } from '@funnel/contracts/guards/checkout-responses';
import { readCheckoutSession, readPurchase } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import { requestWithin } from '@funnel/shell-kit/time-limit';

/** The state of a checkout session, as the success page shows it. */
export type Confirmation =
  | { readonly status: 'confirming'; readonly cause: 'initial' | 'processing' | 'unreachable' }
  | { readonly status: 'paid'; readonly session: CheckoutSessionResponse }
  | { readonly status: 'not-completed'; readonly session: CheckoutSessionResponse }
  | { readonly status: 'unknown' };

const responseTimeoutMs = 10_000;
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** The delay before the next request, after `attempts` earlier retries. */
const retryDelayMs = (attempts: number): number => retryDelaysMs[attempts] ?? 15_000;

/** Fetches the state of a session. Never rejects: an unreachable service is a state too. */
export async function fetchConfirmation(
  shell: Pick<FunnelShell, 'request'>,
  sessionId: string,
  signal: AbortSignal,
): Promise<Confirmation> {
  try {
    const { status, body } = await get(shell, pathTo(readCheckoutSession, { id: sessionId }), signal);
    if (status === 404) return { status: 'unknown' };
    if (isCheckoutSessionResponse(body)) return confirmationOf(body);
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
  sessionId: string,
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

/** Fetches the session in which this visit has paid. Null without one, and while the service does not respond. */
export async function fetchPurchase(
  shell: Pick<FunnelShell, 'request'>,
  signal: AbortSignal,
): Promise<PurchaseResponse | null> {
  try {
    const { body } = await get(shell, readPurchase.path, signal);
    return isPurchaseResponse(body) ? body : null;
  } catch {
    return null;
  }
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
