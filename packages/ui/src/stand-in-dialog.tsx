import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Spinner } from './spinner.tsx';

interface LoadingDialogProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Shown from the click until the requested dialog has loaded, so that the click has a visible effect and can be canceled. */
export const LoadingDialog = ({ title, text, onClose }: LoadingDialogProps): ReactNode => (
  <Dialog open title={title} onClose={onClose}>
    <Spinner>{text}</Spinner>
  </Dialog>
);

interface FailedDialogProps extends LoadingDialogProps {
  readonly retry: string;
  readonly onRetry: () => void;
}

/** Shown instead of a dialog that could not be loaded. */
export const FailedDialog = ({ title, text, retry, onRetry, onClose }: FailedDialogProps): ReactNode => (
  <Dialog open title={title} onClose={onClose}>
    <p role="alert">{text}</p>
    <Button tone="secondary" onClick={onRetry}>
      {retry}
    </Button>
  </Dialog>
);
