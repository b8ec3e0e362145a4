import type { LegalTab } from '@funnel/contracts/widgets';
import { Widget } from '@funnel/shell-kit/widget';
import { FailedDialog, LoadingDialog } from '@funnel/ui/stand-in-dialog';
import { useState } from 'react';

import type { Content } from '../content/content-types.ts';
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
      {tab && <LegalPopup copy={copy} tab={tab} onClose={() => setTab(null)} />}
    </footer>
  );
}

interface LegalPopupProps {
  readonly copy: Content['footer'];
  readonly tab: LegalTab;
  readonly onClose: () => void;
}

/** Open from the press on: what stands in until the texts come, or fail to, can be closed like them. */
function LegalPopup({ copy, tab, onClose }: LegalPopupProps) {
  return (
    <Widget
      request={{ name: 'legal/dialog', tab, onClose }}
      loading={<LoadingDialog title={copy.title} text={copy.loading} onClose={onClose} />}
      failed={(retry) => (
        <FailedDialog
          title={copy.title}
          text={copy.failed}
          retry={copy.retry}
          onRetry={retry}
          onClose={onClose}
        />
      )}
    />
  );
}
