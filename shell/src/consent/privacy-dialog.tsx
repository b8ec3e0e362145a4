import type { FunnelShell } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Widget } from '@funnel/shell-kit/widget';
import { LoadingDialog } from '@funnel/ui/stand-in-dialog';
import { Surface } from '@funnel/ui/surface';
import { useEffect } from 'react';

import { copy } from '../content/copy.ts';

interface PrivacyDialogProps {
  readonly shell: FunnelShell;
  readonly onClose: () => void;
  /** Called when no version of the dialog could be loaded. */
  readonly onFailure: () => void;
}

/** The privacy text in the dialog that `mfe-legal` provides. */
export function PrivacyDialog({ shell, onClose, onFailure }: PrivacyDialogProps) {
  return (
    <ShellProvider shell={shell}>
      <Widget
        request={{ name: 'legal/dialog', tab: 'privacy', onClose }}
        loading={
          <Surface>
            <LoadingDialog
              title={copy.consent.dialog}
              size="large"
              text={copy.loading}
              closeLabel={copy.close}
              onClose={onClose}
            />
          </Surface>
        }
        failed={() => <ReportFailure onFailure={onFailure} />}
      />
    </ShellProvider>
  );
}

/** Renders nothing. Reports in an effect, because `failed` runs while React renders. */
function ReportFailure({ onFailure }: { onFailure: () => void }) {
  useEffect(onFailure, [onFailure]);
  return null;
}
