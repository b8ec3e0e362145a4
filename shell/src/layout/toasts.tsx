import { ToastRegion } from '@funnel/ui/toast';

import { copy } from '../content/copy.ts';
import { useSignal } from '../signal.ts';
import { currentToast, dismissToast } from './current-toast.ts';
import { topBar } from './top-bar-state.ts';

export function Toasts() {
  const bar = useSignal(topBar);
  return (
    <ToastRegion
      toast={useSignal(currentToast)}
      label={copy.toast}
      regionLabel={copy.toastRegion}
      closeLabel={copy.close}
      // Every screen with progress begins with a picture.
      place={bar.progress === null ? 'foot' : 'below-bar'}
      onDismiss={dismissToast}
    />
  );
}
