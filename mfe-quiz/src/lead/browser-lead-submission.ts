import type { FunnelShell } from '@funnel/shell-kit/remote';

import { createLeadStore } from './lead-store.ts';
import { createLeadSubmission, type LeadSubmission } from './lead-submission.ts';

/** Lead submission with the browser's clock, storage and connection. It continues after the visitor leaves the quiz. */
export function createBrowserLeadSubmission(shell: FunnelShell): LeadSubmission {
  return createLeadSubmission({
    request: shell.request,
    store: createLeadStore(),
    nowMs: () => Date.now(),
    newId: () => crypto.randomUUID(),
    onRejected: () => shell.report({ name: 'ResourceFailed', detail: 'lead rejected' }),
    pause: (delayMs) =>
      new Promise((resolve) => {
        setTimeout(resolve, delayMs);
        addEventListener('online', () => resolve(), { once: true });
      }),
  });
}
