import * as Radix from '@radix-ui/react-toast';
import { useEffect, useRef } from 'react';

import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
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
  readonly toasts: readonly ShownToast[];
  readonly onDismiss: (id: string) => void;
  readonly closeLabel?: string;
}

/** Toasts at the top of the page. They close after five seconds, by a swipe, or by their button. */
export function ToastRegion({ toasts, onDismiss, closeLabel = 'Close' }: ToastRegionProps) {
  const layer = useRef<HTMLDivElement>(null);
  const latest = toasts.at(-1)?.id;

  // A popover is in the top layer. Showing it again for each toast puts it above a dialog that was opened later.
  useEffect(() => {
    const element = layer.current;
    if (latest === undefined || !element || !('showPopover' in element)) return;
    element.showPopover();
    return () => element.hidePopover();
  }, [latest]);

  return (
    <Radix.Provider swipeDirection="up">
      {toasts.map(({ id, tone, title, description }) => (
        <Radix.Root
          key={id}
          className={classNames(styles['toast'], styles[tone])}
          onOpenChange={(open) => !open && onDismiss(id)}
        >
          <Icon name={tone === 'destructive' ? 'warning' : 'info'} className={styles['icon']} />
          <div className={styles['text']}>
            <Radix.Title className={styles['title']}>{title}</Radix.Title>
            {description && (
              <Radix.Description className={styles['description']}>{description}</Radix.Description>
            )}
          </div>
          <Radix.Close aria-label={closeLabel} className={styles['close']}>
            <Icon name="close" size={20} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Surface ref={layer} popover="manual" className={styles['layer']}>
        <Radix.Viewport className={styles['viewport']} />
      </Surface>
    </Radix.Provider>
  );
}
