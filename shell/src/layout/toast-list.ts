import type { Toast } from '@funnel/contracts/remote-module';
import type { ShownToast } from '@funnel/ui/toast';

import { createSignal } from '../signal.ts';

/** The toasts on the page, oldest first. */
export const toastList = createSignal<readonly ShownToast[]>([]);

/** Shows a toast over the page. A toast with the same texts is replaced, not stacked. */
export function notify(toast: Toast): void {
  const others = toastList
    .get()
    .filter(({ title, description }) => title !== toast.title || description !== toast.description);
  toastList.set([...others, { ...toast, id: crypto.randomUUID() }]);
}

/** Removes the toast with this id, if it is shown. */
export const dismissToast = (id: string): void =>
  toastList.set(toastList.get().filter((toast) => toast.id !== id));
