import { LegalPopupProvider } from '@funnel/shell-kit/legal-popup';
import { standInDialogs } from '@funnel/ui/stand-in-dialog';

import { useContent } from '../content/content.ts';
import { LegalLink } from '../legal-link.tsx';
import styles from './agreement.module.css';

/** The sentence that the service records with the order. Its links open the legal dialog. */
export function Agreement() {
  const { catalog, payment } = useContent();
  return (
    <LegalPopupProvider {...standInDialogs(payment.legal, 'large')}>
      <p className={styles['agreement']}>
        {catalog.agreement.map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <LegalLink key={part.tab} tab={part.tab}>
              {part.name}
            </LegalLink>
          ),
        )}
      </p>
    </LegalPopupProvider>
  );
}
