import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Spinner } from './spinner.tsx';

interface StandInProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Opens at the click and is replaced by the requested dialog. It confirms the click, and it can be closed. */
export const LoadingDialog = ({ title, text, onClose }: StandInProps): ReactNode => (
  <Dialog open title={title} onClose={onClose}>
    <Spinner>{text}</Spinner>
  </Dialog>
);

interface FailedDialogProps extends StandInProps {
  readonly retry: string;
  readonly onRetry: () => void;
}

/** Replaces a dialog that could not be loaded. */
const FailedDialog = ({ title, text, retry, onRetry, onClose }: FailedDialogProps): ReactNode => (
  <Dialog open title={title} onClose={onClose}>
    <p role="alert">{text}</p>
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
}

/** Dialogs for the time until a requested dialog has loaded, and for the case that it cannot be loaded. */
export const standInDialogs = ({ title, loading, failed, retry }: StandInTexts) => ({
  loading: (close: () => void) => <LoadingDialog title={title} text={loading} onClose={close} />,
  failed: (onRetry: () => void, close: () => void) => (
    <FailedDialog title={title} text={failed} retry={retry} onRetry={onRetry} onClose={close} />
  ),
});
