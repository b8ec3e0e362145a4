import type { PublicConfig } from '@funnel/contracts/api';
import { stagePaths } from '@funnel/contracts/stage-paths';

import type { FunnelStore } from './store.ts';

/** Whether a payment form may stand there: it begins anew with other answers, and what was typed into it is lost. */
export const mayShowPaymentForm = (
  path: string,
  { checkoutPresentation }: Pick<PublicConfig, 'checkoutPresentation'>,
): boolean =>
  path === stagePaths.checkout || (path === stagePaths.offer && checkoutPresentation === 'dialog');

/** Takes in what other tabs have written and will write. Returns the way to stop. */
export function syncOtherTabs({ syncFromStorage }: Pick<FunnelStore, 'syncFromStorage'>): () => void {
  syncFromStorage();
  addEventListener('storage', syncFromStorage);
  return () => removeEventListener('storage', syncFromStorage);
}
