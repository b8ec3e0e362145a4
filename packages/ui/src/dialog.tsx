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
import { BasicIcon } from './basic-icon.tsx';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called for Escape, the close button and, with `any`, a click outside. The dialog stays until `open` is false. */
  readonly onClose: () => void;
  /**
   * `closerequest` for dialogs with a field, where a stray click outside would lose what was typed. `none` while the dialog must
   * stay: browsers close it at a second Escape otherwise.
   */
  readonly closedBy?: 'any' | 'closerequest' | 'none';
  /** Width in px: `small` 480, `medium` 560, `large` 800. `payment` is 500 × 650 px, and almost all of a small screen. */
  readonly size?: 'small' | 'medium' | 'large' | 'payment';
  readonly closeLabel: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const controlSelector = 'a[href], button, input, [tabindex="0"]';

/** A modal dialog. On close the focus returns to the element that had it before. */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  title,
  onClose,
  closedBy = 'any',
  size = 'small',
  closeLabel,
  className,
  children,
}: Omit<DialogProps, 'open'>) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isTextOnly, setIsTextOnly] = useState(false);

  useLayoutEffect(() => {
    // Without a focusable control inside, the content itself must be focusable to be scrolled by keyboard.
    setIsTextOnly(!content.current?.querySelector(controlSelector));
    const element = dialog.current;
    element?.showModal();
    // Chromium focuses content that scrolls, although a control in it could have the focus.
    const control = content.current?.querySelector<HTMLElement>(controlSelector);
    if (document.activeElement === content.current) control?.focus();
    return () => element?.close();
  }, []);
  useScrollLock();

  function requestClose(event: SyntheticEvent) {
    // The event of a dialog that is open inside this one reaches this one too.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-size={size}
      className={classNames(styles['dialog'], styles[size], className)}
      onCancel={requestClose}
      // In browsers that do not support this attribute, Escape and the close button still work.
      closedby={closedBy}
    >
      <div className={styles['panel']}>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        <div
          ref={content}
          className={styles['content']}
          {...(isTextOnly && { role: 'region', 'aria-labelledby': titleId, tabIndex: 0 })}
        >
          {children}
        </div>
        {/* Last in the focus order, so that the dialog opens with the focus in its content. */}
        <button type="button" aria-label={closeLabel} className={styles['close']} onClick={onClose}>
          <BasicIcon name="close" />
        </button>
      </div>
    </dialog>
  );
}

/** Prevents scrolling of the page behind an open dialog. */
function useScrollLock() {
  useEffect(() => {
    const { style } = document.documentElement;
    // The outermost dialog unlocks. React may remove it before the dialog inside it, which would then lock again for good.
    if (style.overflow === 'hidden') return;
    const before = { overflow: style.overflow, gutter: style.scrollbarGutter };
    // The gutter prevents a sideways jump of the page when its scroll bar disappears.
    if (window.innerWidth > document.documentElement.clientWidth) style.scrollbarGutter = 'stable';
    style.overflow = 'hidden';
    return () => {
      style.overflow = before.overflow;
      style.scrollbarGutter = before.gutter;
    };
  }, []);
}
