import { useShell } from '@funnel/shell-kit/shell-context';
import { Button } from '@funnel/ui/button';
import { Dialog } from '@funnel/ui/dialog';
import { EmailForm } from '@funnel/ui/email-form';

import { useContent } from '../content/content.ts';
import styles from './email-dialog.module.css';

interface EmailDialogProps {
  readonly onCancel: () => void;
  /** Receives a valid email without surrounding white space. */
  readonly onEmail: (email: string) => void;
}

export function EmailDialog({ onCancel, onEmail }: EmailDialogProps) {
  const { notify } = useShell();
  const content = useContent().emailDialog;
  return (
    <Dialog open title={content.title} closedBy="closerequest" onClose={onCancel}>
      <div className={styles['content']}>
        <p>{content.text}</p>
        <EmailForm className={styles['form']} texts={content} notify={notify} onEmail={onEmail}>
          <div className={styles['actions']}>
            <Button tone="secondary" onClick={onCancel}>
              {content.cancel}
            </Button>
            <Button type="submit">{content.submit}</Button>
          </div>
        </EmailForm>
      </div>
    </Dialog>
  );
}
