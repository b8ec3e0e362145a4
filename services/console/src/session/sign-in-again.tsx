import { Dialog } from '@funnel/ui/dialog';

import layout from '../components/dialog-layout.module.css';
import { copy } from '../content/copy.ts';
import { SignInForm } from './sign-in-form.tsx';

/** A sign-in dialog over the current view, which keeps everything typed. It can be closed to continue reading. */
export function SignInAgain({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} title={copy.session.again} closeLabel={copy.close} onClose={onClose}>
      <div className={layout['stack']}>
        <p>{copy.session.againLead}</p>
        <SignInForm />
      </div>
    </Dialog>
  );
}
