import { checkEmail, maxEmailLength, trimEmail, type EmailCheck } from '@funnel/contracts/email';
import { suggestEmail } from '@funnel/contracts/email-suggestion';
import type { Shell } from '@funnel/contracts/remote-module';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type SubmitEvent } from 'react';

import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';

type EmailError = Exclude<EmailCheck, 'ok'>;

export interface EmailFormTexts {
  readonly label: string;
  readonly placeholder: string;
  /** The title is for the toast; the description also appears at the field. */
  readonly errors: Readonly<Record<EmailError, { readonly title: string; readonly description: string }>>;
  readonly suggestion: (email: string) => string;
}

interface EmailFormProps {
  /** Connects a submit button outside the form. */
  readonly id?: string;
  readonly className?: string;
  readonly texts: EmailFormTexts;
  readonly labelHidden?: boolean;
  readonly hint?: ReactNode;
  readonly initialEmail?: string;
  /** While true, the email is being sent: the field keeps the focus and cannot be changed, and the form cannot be submitted. */
  readonly busy?: boolean;
  readonly notify: Shell['notify'];
  /** Receives a valid email without surrounding white space. */
  readonly onEmail: (email: string) => void;
  /** Content below the field, such as the buttons. */
  readonly children?: ReactNode;
}

/** Asks for an email. Reports an invalid one by a toast and at the field, and suggests a correction for likely typing errors. */
export function EmailForm({
  id,
  className,
  texts,
  labelHidden,
  hint,
  initialEmail = '',
  busy = false,
  notify,
  onEmail,
  children,
}: EmailFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initialEmail);
  // A new object for each submission, so that every failed one shows its toast.
  const [error, setError] = useState<{ readonly code: EmailError } | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const suggestion = suggestEmail(typed, { isTyping });

  const showToast = useEffectEvent((code: EmailError) =>
    notify({ tone: 'destructive', ...texts.errors[code] }),
  );
  // The toast ends when the email is changed, and with the form.
  useEffect(() => (error ? showToast(error.code) : undefined), [error]);

  function change(email: string) {
    setTyped(email);
    setError(null);
  }
  function acceptSuggestion(email: string) {
    change(email);
    // The button disappears with the suggestion, and the focus would be lost with it.
    field.current?.focus();
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    const check = checkEmail(typed);
    if (check === 'ok') return onEmail(trimEmail(typed));
    setError({ code: check });
    field.current?.focus();
  }

  return (
    // Before scripts run, `dialog` keeps the form from sending the email as part of a URL.
    <form id={id} method="dialog" noValidate onSubmit={submit} className={className}>
      <TextField
        ref={field}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={busy}
        maxLength={maxEmailLength}
        label={texts.label}
        labelHidden={labelHidden}
        placeholder={texts.placeholder}
        value={typed}
        onChange={(event) => {
          change(event.target.value);
          setIsTyping(true);
        }}
        onBlur={() => setIsTyping(false)}
        error={error && texts.errors[error.code].description}
        suggestion={
          suggestion && (
            <Button tone="quiet" disabled={busy} onClick={() => acceptSuggestion(suggestion)}>
              {texts.suggestion(suggestion)}
            </Button>
          )
        }
        hint={hint}
      />
      {children}
    </form>
  );
}
