import type { FunnelShell } from '@funnel/shell-kit/remote';

import { createLeadStore } from './lead-store.ts';
import { createLeadSubmission, type LeadSubmission } from './lead-submission.ts';

let submission: LeadSubmission | undefined;

/**
 * The page's own lead submission, which outlives the quiz's screens. Without the browser's database, its memory is all that is known of
 * a lead that was sent.
 */
export const browserLeadSubmission = (shell: FunnelShell): LeadSubmission =>
  (submission ??= createBrowserLeadSubmission(shell));

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
        if (delayMs !== undefined) setTimeout(resolve, delayMs);
        addEventListener('online', () => resolve(), { once: true });
      }),
  });
}
