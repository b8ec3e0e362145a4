import type { LegalTab } from '@funnel/contracts/widgets';
import { LegalPopupProvider, useLegalPopup } from '@funnel/shell-kit/legal-popup';
import { LinkButton } from '@funnel/ui/link-button';
import { standInDialogs } from '@funnel/ui/stand-in-dialog';

import { useContent } from '../content/content.ts';
import styles from './agreement.module.css';

/** The sentence that the service records with the order. Its links open the legal dialog. */
export function Agreement() {
  const { catalog, payment } = useContent();
  return (
    <LegalPopupProvider {...standInDialogs(payment.legal)}>
      <p className={styles['agreement']}>
        {catalog.agreement.map((part) =>
          typeof part === 'string' ? part : <LegalLink key={part.tab} {...part} />,
        )}
      </p>
    </LegalPopupProvider>
  );
}

function LegalLink({ tab, name }: { tab: LegalTab; name: string }) {
  const openLegalPopup = useLegalPopup();
  return <LinkButton onClick={() => openLegalPopup(tab)}>{name}</LinkButton>;
}
