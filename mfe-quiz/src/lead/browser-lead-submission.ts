import type { FunnelShell } from '@funnel/shell-kit/remote';

import { createLeadDelivery, type LeadSubmission } from './lead-submission.ts';
import { createLeadStore } from './lead-store.ts';

/** Delivery with the browser's clock, storage and connection. It goes on when the visitor has left the quiz for the offer. */
export function browserDelivery(shell: FunnelShell): LeadSubmission {
  return createLeadDelivery({
    request: shell.request,
    store: createLeadStore(),
    nowMs: () => Date.now(),
    newId: () => crypto.randomUUID(),
    pause: (delayMs) =>
      new Promise((resolve) => {
        setTimeout(resolve, delayMs);
        addEventListener('online', () => resolve(), { once: true });
      }),
  });
}
