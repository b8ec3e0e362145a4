import type { Toast } from '@funnel/contracts/remote-module';
import { ToastRegion, type ShownToast } from '@funnel/ui/toast';

import { createSignal, useSignal } from '../signal.ts';

const shown = createSignal<readonly ShownToast[]>([]);

/** Shows a short message over the page. The same message is not stacked. */
export function notify(toast: Toast): void {
  const others = shown
    .get()
    .filter(({ title, description }) => title !== toast.title || description !== toast.description);
  shown.set([...others, { ...toast, id: crypto.randomUUID() }]);
}

export function Toasts() {
  const toasts = useSignal(shown);
  return (
    <ToastRegion
      toasts={toasts}
      onDismiss={(id) => shown.set(shown.get().filter((toast) => toast.id !== id))}
    />
  );
}
