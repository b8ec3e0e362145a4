import { LegalPopupProvider, useLegalPopup } from '@funnel/shell-kit/legal-popup';
import { standInDialogs } from '@funnel/ui/stand-in-dialog';

import type { Content } from '../content/content-types.ts';
import styles from './screens.module.css';

interface LegalFooterProps {
  readonly copy: Content['footer'];
}

/** The risk warning and the links to the legal texts. */
export function LegalFooter({ copy }: LegalFooterProps) {
  return (
    <footer className={styles['footer']}>
      <p>{copy.warning}</p>
      <LegalPopupProvider {...standInDialogs(copy, 'large')}>
        <LegalLinks copy={copy} />
      </LegalPopupProvider>
    </footer>
  );
}

function LegalLinks({ copy }: LegalFooterProps) {
  const openLegalDialog = useLegalPopup();
  return (
    <nav aria-label={copy.label} className={styles['legal']}>
      {copy.links.map(({ tab, text }) => (
        <button key={tab} type="button" className={styles['link']} onClick={() => openLegalDialog(tab)}>
          {text}
        </button>
      ))}
    </nav>
  );
}
