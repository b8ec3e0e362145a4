import type { LocalEmails } from '@funnel/contracts/local-emails';
import { operatorEndpoints } from '@funnel/contracts/operator-endpoints';

import layout from '../components/dialog-layout.module.css';
import { SideSheet } from '../components/side-sheet.tsx';
import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import styles from './emails.module.css';

const text = copy.emails;

export type LocalEmail = NonNullable<LocalEmails['emails']>[number];

interface EmailSheetProps {
  readonly email: LocalEmail;
  readonly onClose: () => void;
}

/** One email, as a mail program shows it and as text. */
export const EmailSheet = ({
  email: { id, subject, to, createdAt, text: plainText },
  onClose,
}: EmailSheetProps) => (
  <SideSheet title={subject} onClose={onClose}>
    <div className={layout['stack']}>
      <div className={styles['hint']}>
        {text.to(to)} {formatInstant(createdAt)}
      </div>
      {/* Without any permission: an email runs no script, opens nothing, and does not see the console. */}
      <iframe
        sandbox=""
        src={operatorEndpoints.showLocalEmail.path.replace(':id', encodeURIComponent(id))}
        title={text.html(subject)}
        className={styles['html']}
      />
      <h3 className={styles['title']}>{text.asText}</h3>
      <pre role="region" aria-label={text.text(subject)} className={styles['text']}>
        {plainText}
      </pre>
    </div>
  </SideSheet>
);
