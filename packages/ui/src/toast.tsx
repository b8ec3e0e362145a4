import * as Radix from '@radix-ui/react-toast';
import { useEffect, useLayoutEffect, useRef } from 'react';

import { classNames } from './class-names.ts';
import { BasicIcon } from './basic-icon.tsx';
import { Surface } from './surface.tsx';
import styles from './toast.module.css';

/** A toast on the page. `destructive` marks an error. */
export interface ShownToast {
  readonly id: string;
  readonly tone: 'info' | 'destructive';
  readonly title: string;
  readonly description?: string;
}

interface ToastRegionProps {
  /** The one toast on the page, or null. */
  readonly toast: ShownToast | null;
  readonly onDismiss: (id: string) => void;
  /** Announced before each toast. */
  readonly label: string;
  /** The name of the region; `{hotkey}` is the key that moves the focus to it. */
  readonly regionLabel: string;
  readonly closeLabel: string;
  /** On a screen with a picture below the top bar the toast is over the picture, otherwise at the foot of the window. */
  readonly place: 'below-bar' | 'foot';
}

/**
 * What is open below a toast. The styles do not ask for it by `:root:has(…)`, with which browsers compute the styles of all options
 * again at each tap.
 */
function openBelow(): 'page' | 'dialog' | 'small-dialog' {
  if (document.querySelector('dialog[open]:is([data-size=small], [data-size=medium])')) return 'small-dialog';
  return document.querySelector('dialog[open]') ? 'dialog' : 'page';
}

/** The toast of the page, which covers neither the top bar nor a heading. It closes after five seconds, by a swipe, or by its button. */
export function ToastRegion({ toast, onDismiss, label, regionLabel, closeLabel, place }: ToastRegionProps) {
  const layer = useRef<HTMLDivElement>(null);
  const latest = toast?.id;

  useLayoutEffect(() => {
    if (latest !== undefined) layer.current?.setAttribute('data-over', openBelow());
  }, [latest]);

  // A popover is in the top layer. Showing it again for each toast puts it above a dialog that was opened later.
  useEffect(() => {
    const element = layer.current;
    if (latest === undefined || !element || !('showPopover' in element)) return;
    element.showPopover();
    return () => element.hidePopover();
  }, [latest]);

  return (
    <Radix.Provider label={label}>
      {toast && (
        <Radix.Root
          key={toast.id}
          className={classNames(styles['toast'], styles[toast.tone])}
          onOpenChange={(open) => !open && onDismiss(toast.id)}
        >
          <BasicIcon name={toast.tone === 'destructive' ? 'warning' : 'info'} className={styles['icon']} />
          <div className={styles['text']}>
            <Radix.Title className={styles['title']}>{toast.title}</Radix.Title>{' '}
            {toast.description && <Radix.Description>{toast.description}</Radix.Description>}
          </div>
          <Radix.Close aria-label={closeLabel} className={styles['close']}>
            <BasicIcon name="close" size={20} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Surface
        ref={layer}
        popover="manual"
        className={classNames(styles['layer'], place === 'below-bar' && styles['belowBar'])}
      >
        <Radix.Viewport label={regionLabel} className={styles['viewport']} />
      </Surface>
    </Radix.Provider>
  );
}
