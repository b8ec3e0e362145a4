import type { FunnelShell } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Widget } from '@funnel/shell-kit/widget';
import { Dialog } from '@funnel/ui/dialog';
import { Spinner } from '@funnel/ui/spinner';
import { useEffect } from 'react';

import { copy } from '../content/copy.ts';

interface PrivacyPopupProps {
  readonly shell: FunnelShell;
  readonly onClose: () => void;
  /** The text cannot be had. */
  readonly onFailure: () => void;
}

/** The privacy text, in the popup that a remote brings. */
export function PrivacyPopup({ shell, onClose, onFailure }: PrivacyPopupProps) {
  return (
    <ShellProvider shell={shell}>
      <Widget
        request={{ name: 'legal/dialog', tab: 'privacy', onClose }}
        loading={
          <Dialog open title={copy.consent.popup} onClose={onClose}>
            <Spinner>{copy.loading}</Spinner>
          </Dialog>
        }
        failed={() => <Failure onShown={onFailure} />}
      />
    </ShellProvider>
  );
}

function Failure({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}
