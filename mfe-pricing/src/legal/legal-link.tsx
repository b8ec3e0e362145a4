import type { LegalTab } from '@funnel/contracts/widgets';
import { useLegalPopup } from '@funnel/shell-kit/legal-popup';
import type { ReactNode } from 'react';

import styles from './legal-link.module.css';

/** Looks like a link within a text. It is a button, because it opens a popup. */
export function LegalLink({ tab, children }: { tab: LegalTab; children: ReactNode }) {
  const openLegalPopup = useLegalPopup();
  return (
    <button type="button" className={styles['link']} onClick={() => openLegalPopup(tab)}>
      {children}
    </button>
  );
}
