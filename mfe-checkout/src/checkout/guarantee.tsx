import { LegalPopupProvider, useLegalPopup } from '@funnel/shell-kit/legal-popup';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Button } from '@funnel/ui/button';
import { Icon } from '@funnel/ui/icon';
import { LoadingDialog } from '@funnel/ui/stand-in-dialog';

import { useContent } from '../content/content.ts';
import styles from './guarantee.module.css';

/** The money-back guarantee with a link to its conditions. */
export function Guarantee() {
  const { catalog, checkout } = useContent();
  const { guarantee: content } = checkout;
  return (
    <section className={styles['guarantee']}>
      <Icon name="shield" className={styles['icon']} />
      <div className={styles['text']}>
        <h2 className={styles['title']}>{content.title}</h2>
        <p>{catalog.guarantee}</p>
        <LegalPopupProvider
          loading={(close) => (
            <LoadingDialog
              title={content.title}
              text={content.loading}
              closeLabel={content.close}
              onClose={close}
            />
          )}
          failed={(retry) => <ConditionsMissing onRetry={retry} />}
        >
          <ConditionsLink>{content.conditions}</ConditionsLink>
        </LegalPopupProvider>
      </div>
    </section>
  );
}

function ConditionsLink({ children }: { children: string }) {
  const openLegalPopup = useLegalPopup();
  return (
    <Button tone="quiet" className={styles['link']} onClick={() => openLegalPopup('subscription')}>
      {children}
    </Button>
  );
}

function ConditionsMissing({ onRetry }: { onRetry: () => void }) {
  const content = useContent().checkout.guarantee;
  const { supportEmail } = useShell().config.links;
  return (
    <>
      <p role="alert">
        {content.failed} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
      <Button tone="quiet" className={styles['link']} onClick={onRetry}>
        {content.retry}
      </Button>
    </>
  );
}
