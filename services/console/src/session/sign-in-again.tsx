import { Dialog } from '@funnel/ui/dialog';

import { copy } from '../content/copy.ts';
import styles from './session.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Over whatever is open, which stays as it is: nothing typed is lost. It can be closed, to read on. */
export function SignInAgain({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} title={copy.session.again} closeLabel={copy.close} onClose={onClose}>
      <div className={styles['form']}>
        <p>{copy.session.againLead}</p>
        <SignInForm />
      </div>
    </Dialog>
  );
}
