import type { ComponentProps, ReactNode } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Spinner } from './spinner.tsx';
import styles from './stand-in-dialog.module.css';

type Size = NonNullable<ComponentProps<typeof Dialog>['size']>;

interface LoadingDialogProps {
  readonly title: string;
  readonly text: string;
  readonly closeLabel: string;
  /** That of the requested dialog, so that nothing jumps when it has loaded. */
  readonly size?: Size;
  readonly onClose: () => void;
}

/**
 * Shown from the click until the requested dialog has loaded, so that the click has a visible effect and can be canceled. The
 * second click of a double click is outside of it, and must not close it.
 */
export const LoadingDialog = ({ text, ...dialog }: LoadingDialogProps): ReactNode => (
  <Dialog open closedBy="closerequest" {...dialog}>
    <Spinner>{text}</Spinner>
  </Dialog>
);

interface FailedDialogProps extends LoadingDialogProps {
  readonly retry: string;
  readonly onRetry: () => void;
}

/** Shown instead of a dialog that could not be loaded. */
const FailedDialog = ({ text, retry, onRetry, ...dialog }: FailedDialogProps): ReactNode => (
  <Dialog open {...dialog}>
    <p role="alert" className={styles['text']}>
      {text}
    </p>
    <Button tone="secondary" onClick={onRetry}>
      {retry}
    </Button>
  </Dialog>
);

interface StandInTexts {
  readonly title: string;
  readonly loading: string;
  readonly failed: string;
  readonly retry: string;
  readonly close: string;
}

/** Dialogs for the time until a requested dialog of this size has loaded, and for the case that it cannot be loaded. */
export function standInDialogs(
  { title, loading, failed, retry, close: closeLabel }: StandInTexts,
  size: Size = 'small',
) {
  const dialog = { title, closeLabel, size };
  return {
    loading: (onClose: () => void) => <LoadingDialog {...dialog} text={loading} onClose={onClose} />,
    failed: (onRetry: () => void, onClose: () => void) => (
      <FailedDialog {...dialog} text={failed} retry={retry} onRetry={onRetry} onClose={onClose} />
    ),
  };
}
