import { TextField } from '@funnel/ui/text-field';
import type { FormEvent, ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import type { CallError } from '../api/failure.ts';
import { CompactButton } from './compact-button.tsx';
import { FailureNotice } from './failure-notice.tsx';
import styles from './parts.module.css';
import { SideSheet } from './side-sheet.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The effects of the action, a sentence each. */
  readonly effects: readonly string[];
  readonly submit: string;
  readonly isBusy: boolean;
  /** False until the effects are known. */
  readonly isReady?: boolean;
  readonly error: CallError;
  /** Present if the action takes a note. */
  readonly note?: { readonly text: string; readonly set: (text: string) => void };
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Fields, shown above the effects. */
  readonly fields?: ReactNode;
  /** Shown below the effects. */
  readonly children?: ReactNode;
}

/** Asks for confirmation of an action, and shows the reasons if it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    effects,
    submit,
    isBusy,
    isReady = true,
    error,
    note,
    onSubmit,
    onClose,
    fields,
    children,
  } = props;
  function send(event: FormEvent) {
    event.preventDefault();
    if (isReady) onSubmit();
  }
  return (
    <SideSheet title={title} onClose={onClose}>
      <form className={styles['form']} onSubmit={send} noValidate>
        {fields}
        {effects.length > 0 && (
          <div className={styles['effects']}>
            <h3 className={styles['effectsTitle']}>{copy.deployments.effects}</h3>
            <ul className={styles['reasons']} aria-live="polite">
              {effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          </div>
        )}
        {children}
        {note && (
          <TextField
            label={copy.deployments.note}
            hint={copy.deployments.noteHint}
            maxLength={500}
            autoComplete="off"
            value={note.text}
            onChange={(event) => note.set(event.target.value)}
          />
        )}
        <FailureNotice error={error} />
        <div className={styles['foot']}>
          <CompactButton
            type="submit"
            tone="primary"
            disabled={!isReady}
            busy={isBusy}
            busyLabel={copy.working}
          >
            {submit}
          </CompactButton>
          <CompactButton onClick={onClose}>{copy.cancel}</CompactButton>
        </div>
      </form>
    </SideSheet>
  );
}
