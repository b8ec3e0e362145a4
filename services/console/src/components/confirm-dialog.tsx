import { TextField } from '@funnel/ui/text-field';
import type { FormEvent, ReactNode } from 'react';

import type { CallError } from '../api/failure.ts';
import { copy } from '../content/copy.ts';
import { useAnnouncements } from './announcement.tsx';
import { CompactButton } from './compact-button.tsx';
import styles from './confirm-dialog.module.css';
import layout from './dialog-layout.module.css';
import notices from './notices.module.css';
import { FailureNotice } from './notices.tsx';
import { SideSheet } from './side-sheet.tsx';
import { useDraft } from './use-draft.ts';

export interface Note {
  readonly note?: string;
}

/** The note as a part of a request; nothing if it is blank. */
export const noteOf = (text: string): Note => (text.trim() === '' ? {} : { note: text.trim() });

interface ConfirmDialogProps {
  readonly title: string;
  /** The effects of the action, a sentence each. */
  readonly effects: readonly string[];
  readonly submit: string;
  /** False until the effects are known. */
  readonly isReady?: boolean;
  /** The state of the call that makes the change. */
  readonly call: { readonly isLoading: boolean; readonly error?: CallError };
  /** The key of the note's draft; absent if the action takes no note. */
  readonly noteKey?: string;
  /** Resolves to what to announce; to null if a field is not valid or the call fails, which leaves the dialog open. */
  readonly onSubmit: (note: Note) => Promise<string | null>;
  readonly onClose: () => void;
  /** Fields, shown above the effects. */
  readonly fields?: ReactNode;
  /** Shown below the effects. */
  readonly children?: ReactNode;
}

/** Asks for confirmation of an action, announces that it is done, and shows the reasons if it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    effects,
    submit,
    isReady = true,
    call,
    noteKey,
    onSubmit,
    onClose,
    fields,
    children,
  } = props;
  const { announce } = useAnnouncements();
  const [note, setNote] = useDraft(noteKey ?? '');
  async function send(event: FormEvent) {
    event.preventDefault();
    const done = await onSubmit(noteOf(note));
    if (done === null) return;
    setNote('');
    announce(done);
    onClose();
  }
  return (
    <SideSheet title={title} busy={call.isLoading} onClose={onClose}>
      <form className={layout['form']} onSubmit={(event) => void send(event)} noValidate>
        {fields}
        {effects.length > 0 && (
          <div className={styles['effects']}>
            <h3 className={styles['effectsTitle']}>{copy.deployments.effects}</h3>
            <ul className={notices['reasons']} aria-live="polite">
              {effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          </div>
        )}
        {children}
        {noteKey !== undefined && (
          <TextField
            label={copy.deployments.note}
            hint={copy.deployments.noteHint}
            maxLength={500}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
        <FailureNotice error={call.error} />
        <div className={layout['buttons']}>
          <CompactButton
            type="submit"
            tone="primary"
            disabled={!isReady}
            busy={call.isLoading}
            busyLabel={copy.working}
          >
            {submit}
          </CompactButton>
          <CompactButton disabled={call.isLoading} onClick={onClose}>
            {copy.cancel}
          </CompactButton>
        </div>
      </form>
    </SideSheet>
  );
}
