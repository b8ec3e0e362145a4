import type { LegalTab } from '@funnel/contracts/widgets';
import { Widget } from '@funnel/shell-kit/widget';
import { Button } from '@funnel/ui/button';
import { Notice } from '@funnel/ui/notice';
import { useState } from 'react';

import type { Content } from '../content/content.ts';
import styles from './screens.module.css';

/** The legal texts, in the popup that another remote brings when it is asked for. */
export function LegalFooter({ copy }: { copy: Content['footer'] }) {
  const [tab, setTab] = useState<LegalTab | null>(null);
  return (
    <footer className={styles['footer']}>
      <p>{copy.warning}</p>
      <nav aria-label={copy.label} className={styles['legal']}>
        {copy.links.map((link) => (
          <button key={link.tab} type="button" className={styles['link']} onClick={() => setTab(link.tab)}>
            {link.text}
          </button>
        ))}
      </nav>
      {tab && (
        <Widget
          request={{ name: 'legal/dialog', tab, onClose: () => setTab(null) }}
          failed={(retry) => (
            <Notice tone="danger" title={copy.failed}>
              <Button tone="quiet" onClick={retry}>
                {copy.retry}
              </Button>
            </Notice>
          )}
        />
      )}
    </footer>
  );
}
