import { Dialog } from '@funnel/ui/dialog';
import type { ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import styles from './side-sheet.module.css';

interface SideSheetProps {
  readonly title: string;
  /** While a call that changes something runs, the sheet stays, so that its outcome is not missed. */
  readonly busy?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog at the right edge, so that the view behind it stays in sight. On phones it fills the screen. */
export const SideSheet = ({ title, busy = false, onClose, children }: SideSheetProps) => (
  // A stray click must not lose what was typed.
  <Dialog
    open
    title={title}
    closedBy={busy ? 'none' : 'closerequest'}
    closeLabel={copy.close}
    className={styles['sheet']}
    onClose={() => {
      if (!busy) onClose();
    }}
  >
    {children}
  </Dialog>
);
