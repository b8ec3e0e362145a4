import { useShell } from '@funnel/shell-kit/shell-context';
import { Widget } from '@funnel/shell-kit/widget';
import { Button } from '@funnel/ui/button';
import { Icon } from '@funnel/ui/icon';
import { LoadingDialog } from '@funnel/ui/stand-in-dialog';
import { useState } from 'react';

import { useContent } from '../content/content.ts';
import styles from './guarantee.module.css';

/** The money-back promise, with the way to its conditions. */
export function Guarantee() {
  const { guarantee: content } = useContent().checkout;
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);

  return (
    <section className={styles['guarantee']}>
      <Icon name="shield" className={styles['icon']} />
      <div className={styles['text']}>
        <h2 className={styles['title']}>{content.title}</h2>
        <p>{content.text}</p>
        <Button tone="quiet" className={styles['link']} onClick={() => setIsOpen(true)}>
          {content.conditions}
        </Button>
        {isOpen && (
          <Widget
            request={{ name: 'legal/dialog', tab: 'subscription', onClose: close }}
            loading={<LoadingDialog title={content.title} text={content.loading} onClose={close} />}
            failed={(retry) => <ConditionsMissing onRetry={retry} />}
          />
        )}
      </div>
    </section>
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
