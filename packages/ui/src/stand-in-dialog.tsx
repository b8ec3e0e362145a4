import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Spinner } from './spinner.tsx';

interface StandInProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Open from the press on, until the dialog comes that was asked for: the press is seen to work, and can be taken back. */
export const LoadingDialog = ({ title, text, onClose }: StandInProps): ReactNode => (
  <Dialog open title={title} onClose={onClose}>
    <Spinner>{text}</Spinner>
  </Dialog>
);

interface FailedDialogProps extends StandInProps {
  readonly retry: string;
  readonly onRetry: () => void;
}

/** In place of a dialog that could not be had. */
export const FailedDialog = ({ title, text, retry, onRetry, onClose }: FailedDialogProps): ReactNode => (
  <Dialog open title={title} onClose={onClose}>
    <p role="alert">{text}</p>
    <Button tone="secondary" onClick={onRetry}>
      {retry}
    </Button>
  </Dialog>
);
