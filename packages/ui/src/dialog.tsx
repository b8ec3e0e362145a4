import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react';

import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Escape, the close button and, with `any`, a press beside the dialog ask for it. */
  readonly onClose: () => void;
  /** `closerequest` where something is typed, which a stray press would lose. */
  readonly closedBy?: 'any' | 'closerequest';
  /** `small` 480, `medium` 560, `large` 800 px; `payment` 500 × 650 px, almost all of a small screen. */
  readonly size?: 'small' | 'medium' | 'large' | 'payment';
  readonly closeLabel?: string;
  readonly children: ReactNode;
}

const controls = 'a[href], button, input, [tabindex="0"]';

/** A modal over the page. What had the focus before gets it back. */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  title,
  onClose,
  closedBy = 'any',
  size = 'small',
  closeLabel = 'Close',
  children,
}: Omit<DialogProps, 'open'>) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isTextOnly, setIsTextOnly] = useState(false);

  useLayoutEffect(() => {
    // With nothing inside that takes the focus, scrolling by keyboard needs the scroller itself to take it.
    setIsTextOnly(!content.current?.querySelector(controls));
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useScrollLock();

  function askToClose(event: SyntheticEvent) {
    event.preventDefault();
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classNames(styles['dialog'], styles[size])}
      onCancel={askToClose}
      // Where a browser does not know this yet, Escape and the button remain.
      closedby={closedBy}
    >
      <div className={styles['frame']}>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        <div
          ref={content}
          className={styles['content']}
          {...(isTextOnly && { role: 'group', 'aria-labelledby': titleId, tabIndex: 0 })}
        >
          {children}
        </div>
        {/* Last in the order of focus, so that the dialog opens on its content. */}
        <button type="button" aria-label={closeLabel} className={styles['close']} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
    </dialog>
  );
}

function useScrollLock() {
  useEffect(() => {
    const { style } = document.documentElement;
    const before = { overflow: style.overflow, gutter: style.scrollbarGutter };
    // The gutter stays, or the page would jump sideways where scroll bars take room.
    if (window.innerWidth > document.documentElement.clientWidth) style.scrollbarGutter = 'stable';
    style.overflow = 'hidden';
    return () => {
      style.overflow = before.overflow;
      style.scrollbarGutter = before.gutter;
    };
  }, []);
}
