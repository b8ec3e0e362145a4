import type { Shell } from '@funnel/contracts/remote-module';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './email-dialog.module.css';
import { EmailForm, type EmailFormTexts } from './email-form.tsx';

export interface EmailDialogTexts extends EmailFormTexts {
  readonly title: string;
  readonly text: string;
  readonly cancel: string;
  readonly close: string;
  readonly submit: string;
}

interface EmailDialogProps {
  readonly texts: EmailDialogTexts;
  /** The email to correct, if one is known. */
  readonly initialEmail?: string;
  /** What a visitor must know before they submit, such as the price. */
  readonly note?: string;
  readonly notify: Shell['notify'];
  readonly onCancel: () => void;
  /** Receives a valid email without surrounding white space. */
  readonly onEmail: (email: string) => void;
}

/** Asks for an email in a dialog. Enter submits it. */
export function EmailDialog({ texts, note, onCancel, ...form }: EmailDialogProps) {
  return (
    <Dialog open title={texts.title} closeLabel={texts.close} closedBy="closerequest" onClose={onCancel}>
      <div className={styles['content']}>
        <p>{texts.text}</p>
        <EmailForm className={styles['form']} texts={texts} {...form}>
          <div className={styles['actions']}>
            <Button tone="secondary" onClick={onCancel}>
              {texts.cancel}
            </Button>
            <Button type="submit">{texts.submit}</Button>
          </div>
          {note && <p className={styles['note']}>{note}</p>}
        </EmailForm>
      </div>
    </Dialog>
  );
}
