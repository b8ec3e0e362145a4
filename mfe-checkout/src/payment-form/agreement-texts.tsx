import type { LegalTab } from '@funnel/contracts/widgets';
import { LegalPopupProvider, useLegalPopup } from '@funnel/shell-kit/legal-popup';
import { LinkButton } from '@funnel/ui/link-button';
import { standInDialogs } from '@funnel/ui/stand-in-dialog';

import { useContent } from '../content/content.ts';
import styles from './agreement-texts.module.css';

/** The texts that the agreement names. The agreement itself is in the provider's form, beside the button that pays. */
export function AgreementTexts() {
  const { catalog, payment } = useContent();
  return (
    <LegalPopupProvider {...standInDialogs(payment.legal)}>
      <ul className={styles['texts']}>
        {catalog.agreement.map(
          (part) =>
            typeof part !== 'string' && (
              <li key={part.tab}>
                <LegalLink {...part} />
              </li>
            ),
        )}
      </ul>
    </LegalPopupProvider>
  );
}

function LegalLink({ tab, name }: { tab: LegalTab; name: string }) {
  const openLegalPopup = useLegalPopup();
  return <LinkButton onClick={() => openLegalPopup(tab)}>{name}</LinkButton>;
}
