import type { PublicConfig } from '@funnel/contracts/api';
import { stagePaths } from '@funnel/contracts/stage-paths';

import type { FunnelStore } from './store.ts';

/** Returns whether a payment form can open on the path. A changed email would open the form again and lose what was typed. */
export const canOpenPaymentForm = (
  path: string,
  { checkoutPresentation }: Pick<PublicConfig, 'checkoutPresentation'>,
): boolean =>
  path === stagePaths.checkout || (path === stagePaths.offer && checkoutPresentation === 'dialog');

/** A page that the browser has kept for Back gets no `storage` event for what was written meanwhile, not even by later pages of its own tab. */
const syncEvents = ['storage', 'pageshow'] as const;

/** Applies what other tabs, and later pages of this tab, have written and will write. Returns a function that stops it. */
export function syncWithOtherPages({ syncFromStorage }: Pick<FunnelStore, 'syncFromStorage'>): () => void {
  syncFromStorage();
  for (const event of syncEvents) addEventListener(event, syncFromStorage);
  return () => {
    for (const event of syncEvents) removeEventListener(event, syncFromStorage);
  };
}
