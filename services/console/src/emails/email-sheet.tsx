import type { LocalEmails } from '@funnel/contracts/local-emails';

import { SideSheet } from '../components/side-sheet.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';
import styles from './emails.module.css';

const text = copy.emails;

export type LocalEmail = NonNullable<LocalEmails['emails']>[number];

interface EmailSheetProps {
  readonly email: LocalEmail;
  readonly onClose: () => void;
}

/** One email, as a mail program shows it and as text. */
export const EmailSheet = ({
  email: { subject, to, createdAt, html, text: plainText },
  onClose,
}: EmailSheetProps) => (
  <SideSheet title={subject} onClose={onClose}>
    <div className={styles['email']}>
      <div className={styles['hint']}>
        {text.to(to)} <Timestamp atMs={createdAt} />
      </div>
      {/* Without any permission: an email runs no script, opens nothing, and does not see the console. */}
      <iframe sandbox="" srcDoc={html} title={text.html(subject)} className={styles['html']} />
      <h3 className={styles['title']}>{text.asText}</h3>
      <pre role="region" aria-label={text.text(subject)} className={styles['text']}>
        {plainText}
      </pre>
    </div>
  </SideSheet>
);
