import { checkEmail, maxEmailLength } from '@funnel/contracts/email';
import { suggestEmail } from '@funnel/contracts/email-suggestion';
import { Badge } from '@funnel/ui/badge';
import { Button } from '@funnel/ui/button';
import { Icon } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import { TextField } from '@funnel/ui/text-field';
import { useId, useRef, useState, type SubmitEvent } from 'react';

import type { Content } from '../content/content-types.ts';
import { FeatureList } from './feature-list.tsx';
import styles from './screens.module.css';

type Fault = keyof Content['email']['errors'];

interface EmailScreenProps {
  readonly copy: Content['email'];
  readonly next: string;
  /** The address that is known already. */
  readonly known: string | null;
  readonly onInvalid: (fault: Fault) => void;
  /** Resolves when the visitor may go on. */
  readonly onEmail: (email: string) => Promise<void>;
}

export function EmailScreen({ copy, next, known, onInvalid, onEmail }: EmailScreenProps) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(known ?? '');
  const [state, setState] = useState<'editing' | 'sending' | Fault>('editing');
  const suggestion = suggestEmail(typed);

  function takeSuggestion(email: string) {
    setTyped(email);
    // The button goes away with the suggestion, and the focus would be lost with it.
    field.current?.focus();
  }
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (state === 'sending') return;
    const check = checkEmail(typed);
    if (check !== 'ok') {
      setState(check);
      onInvalid(check);
      field.current?.focus();
      return;
    }
    setState('sending');
    await onEmail(typed.trim());
    setState('editing');
  }

  return (
    <Screen
      title={copy.title}
      size="title"
      action={
        <Button type="submit" form={formId} busy={state === 'sending'}>
          {next}
        </Button>
      }
    >
      {/* Before any script runs the form does nothing: an address never becomes part of an address bar. */}
      <form
        id={formId}
        method="dialog"
        noValidate
        onSubmit={(event) => void submit(event)}
        className={styles['emailForm']}
      >
        <TextField
          ref={field}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={maxEmailLength}
          label={copy.label}
          labelHidden
          placeholder={copy.placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            if (state !== 'sending') setState('editing');
          }}
          error={state === 'editing' || state === 'sending' ? null : copy.errors[state].description}
          suggestion={
            suggestion && (
              <Button tone="quiet" onClick={() => takeSuggestion(suggestion)}>
                {copy.suggestion(suggestion)}
              </Button>
            )
          }
          hint={
            <span className={styles['private']}>
              <Icon name="lock" size={16} />
              {copy.privacy}
            </span>
          }
        />
      </form>
      <p className={styles['free']}>
        <Badge tone="quiet">{copy.free}</Badge>
      </p>
      <FeatureList points={copy.benefits} />
    </Screen>
  );
}
