import type { Toast } from '@funnel/contracts/remote-module';
import type { ShownToast } from '@funnel/ui/toast';

import { createSignal } from '../signal.ts';

/** The messages that are shown now. */
export const toastList = createSignal<readonly ShownToast[]>([]);

/** Shows a short message over the page. The same message is not stacked. */
export function notify(toast: Toast): void {
  const others = toastList
    .get()
    .filter(({ title, description }) => title !== toast.title || description !== toast.description);
  toastList.set([...others, { ...toast, id: crypto.randomUUID() }]);
}

export const dismissToast = (id: string): void =>
  toastList.set(toastList.get().filter((toast) => toast.id !== id));
