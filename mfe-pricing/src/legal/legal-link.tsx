import type { LegalTab } from '@funnel/contracts/widgets';
import type { ReactNode } from 'react';

import { useOpenLegal } from './legal-context.tsx';
import styles from './legal-link.module.css';

/** A link within a text; a button, because it opens a popup. */
export function LegalLink({ tab, children }: { tab: LegalTab; children: ReactNode }) {
  const openLegal = useOpenLegal();
  return (
    <button type="button" className={styles['link']} onClick={() => openLegal(tab)}>
      {children}
    </button>
  );
}
