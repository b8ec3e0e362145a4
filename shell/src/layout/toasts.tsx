import { ToastRegion } from '@funnel/ui/toast';

import { useSignal } from '../signal.ts';
import { dismissToast, toastList } from './toast-list.ts';

export function Toasts() {
  return <ToastRegion toasts={useSignal(toastList)} onDismiss={dismissToast} />;
}
