import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Spinner } from './spinner.tsx';
import styles from './stand-in-dialog.module.css';

interface LoadingDialogProps {
  readonly title: string;
  readonly text: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** Shown from the click until the requested dialog has loaded, so that the click has a visible effect and can be canceled. */
export const LoadingDialog = ({ title, text, closeLabel, onClose }: LoadingDialogProps): ReactNode => (
  <Dialog open title={title} closeLabel={closeLabel} onClose={onClose}>
    <Spinner>{text}</Spinner>
  </Dialog>
);

interface FailedDialogProps extends LoadingDialogProps {
  readonly retry: string;
  readonly onRetry: () => void;
}

/** Shown instead of a dialog that could not be loaded. */
const FailedDialog = ({ title, text, closeLabel, retry, onRetry, onClose }: FailedDialogProps): ReactNode => (
  <Dialog open title={title} closeLabel={closeLabel} onClose={onClose}>
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

/** Dialogs for the time until a requested dialog has loaded, and for the case that it cannot be loaded. */
export const standInDialogs = ({ title, loading, failed, retry, close: closeLabel }: StandInTexts) => ({
  loading: (close: () => void) => (
    <LoadingDialog title={title} text={loading} closeLabel={closeLabel} onClose={close} />
  ),
  failed: (onRetry: () => void, close: () => void) => (
    <FailedDialog
      title={title}
      text={failed}
      closeLabel={closeLabel}
      retry={retry}
      onRetry={onRetry}
      onClose={close}
    />
  ),
});
