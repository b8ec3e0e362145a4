import { TextField } from '@funnel/ui/text-field';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { Action } from './action.tsx';
import styles from './parts.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly action: string;
}

/** A text to take along, and a button that does it. */
export function CopyField({ label, text, action }: CopyFieldProps) {
  const [outcome, setOutcome] = useState('');
  async function take() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(copy.versions.copied);
    } catch {
      // Not allowed, or not a secure page: the field can be selected.
      setOutcome(copy.versions.notCopied);
    }
  }
  return (
    <div className={styles['copy']}>
      <TextField label={label} value={text} readOnly onFocus={(event) => event.target.select()} />
      <Action onClick={() => void take()}>{action}</Action>
      <p role="status" className={styles['quiet']}>
        {outcome}
      </p>
    </div>
  );
}
