import { TextField } from '@funnel/ui/text-field';
import { useState, type ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { CompactButton } from './compact-button.tsx';
import styles from './copy-field.module.css';
import smallText from './small-text.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly action: string;
  /** Shown beside the button. */
  readonly children?: ReactNode;
}

/** A read-only text with a button that copies it. */
export function CopyField({ label, text, action, children }: CopyFieldProps) {
  const [outcome, setOutcome] = useState('');
  async function copyText() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(copy.versions.copied);
    } catch {
      // The clipboard is denied, or the page is not secure. The field can still be selected.
      setOutcome(copy.versions.notCopied);
    }
  }
  return (
    <div className={styles['copy']}>
      <TextField label={label} value={text} readOnly onFocus={(event) => event.target.select()} />
      <div className={styles['buttons']}>
        <CompactButton onClick={() => void copyText()}>{action}</CompactButton>
        {children}
      </div>
      <p role="status" className={smallText['muted']}>
        {outcome}
      </p>
    </div>
  );
}
