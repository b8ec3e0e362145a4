import { stagePaths } from '@funnel/contracts/stage-paths';
import { useEffect, useState, type ComponentType } from 'react';

import { useSignal } from '../signal.ts';
import { currentToast } from './current-toast.ts';

/**
 * The toasts of the page. The start has toasts for failures only, so that most visitors load their code after the first
 * answer. If it does not load, everything else works, and the next screen or toast tries again.
 */
export function LazyToasts({ path }: { readonly path: string }) {
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  const toast = useSignal(currentToast);
  const isNeeded = toast !== null || path !== stagePaths.start;

  useEffect(() => {
    if (Toasts || !isNeeded) return;
    import(/* webpackChunkName: "toasts" */ './toasts.tsx').then(
      (loaded) => setToasts(() => loaded.Toasts),
      (error: unknown) => console.warn('Could not load the code of toasts', error),
    );
  }, [Toasts, isNeeded, toast, path]);
  return Toasts && <Toasts />;
}
