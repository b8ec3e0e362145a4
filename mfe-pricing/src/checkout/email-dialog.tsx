import { checkEmail, maxEmailLength } from '@funnel/contracts/email';
import { suggestEmail } from '@funnel/contracts/email-suggestion';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Button } from '@funnel/ui/button';
import { Dialog } from '@funnel/ui/dialog';
import { TextField } from '@funnel/ui/text-field';
import { useRef, useState, type SyntheticEvent } from 'react';

import { useContent } from '../content/content.ts';
import styles from './email-dialog.module.css';

interface EmailDialogProps {
  readonly onCancel: () => void;
  /** Gets a valid address without white space around it. */
  readonly onEmail: (email: string) => void;
}

export function EmailDialog({ onCancel, onEmail }: EmailDialogProps) {
  const shell = useShell();
  const content = useContent().emailDialog;
  const [typed, setTyped] = useState('');
  const [hasError, setHasError] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const suggestion = suggestEmail(typed);

  function takeSuggestion(email: string) {
    setTyped(email);
    // The button goes away with the suggestion, and the focus would be lost with it.
    field.current?.focus();
  }
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (checkEmail(typed) === 'ok') return onEmail(typed.trim());
    setHasError(true);
    shell.notify({ tone: 'destructive', ...content.invalid });
    field.current?.focus();
  }

  return (
    <Dialog open title={content.title} closedBy="closerequest" onClose={onCancel}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <p>{content.text}</p>
        <TextField
          ref={field}
          label={content.label}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxEmailLength}
          placeholder={content.placeholder}
          value={typed}
          error={hasError ? content.invalid.description : null}
          suggestion={
            suggestion && (
              <Button tone="quiet" onClick={() => takeSuggestion(suggestion)}>
                {content.suggestion(suggestion)}
              </Button>
            )
          }
          onChange={(event) => {
            setTyped(event.target.value);
            setHasError(false);
          }}
        />
        <div className={styles['actions']}>
          <Button tone="secondary" onClick={onCancel}>
            {content.cancel}
          </Button>
          <Button type="submit">{content.submit}</Button>
        </div>
      </form>
    </Dialog>
  );
}
