import type { Toast } from '@funnel/contracts/remote-module';
import type { ShownToast } from '@funnel/ui/toast';

import { createSignal } from '../signal.ts';

/** The toast on the page, or null. There is at most one, so that a message never stands beside an outdated one. */
export const currentToast = createSignal<ShownToast | null>(null);

/** Removes the toast with this id, if it is shown. */
export function dismissToast(id: string): void {
  if (currentToast.get()?.id === id) currentToast.set(null);
}

let toastCount = 0;

/** Shows a toast in place of the current one. Returns a function that removes it. */
export function notify(toast: Toast): () => void {
  const id = `toast-${++toastCount}`;
  currentToast.set({ ...toast, id });
  return () => dismissToast(id);
}

/** Removes the toast. A new screen calls this before it is rendered, because it may show a toast of its own. */
export const endToast = (): void => currentToast.set(null);
