import { Button } from '@funnel/ui/button';
import { TextField } from '@funnel/ui/text-field';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import { useState, type FormEvent } from 'react';

import { consoleApi } from '../api/console-api.ts';
import { toFailure, describeFailure, type CallError } from '../api/failure.ts';
import layout from '../components/dialog-layout.module.css';
import { copy } from '../content/copy.ts';

function messageFor(error: CallError): string | null {
  const failure = toFailure(error);
  if (!failure) return null;
  if (failure.kind === 'signed-out') return copy.session.wrong;
  if (failure.kind === 'rejected' && failure.code === 'too-many-requests') return copy.session.tooOften;
  const { title, reasons } = describeFailure(failure);
  return [title, ...reasons].join(' ');
}

/** The token is sent to the service only. It is never stored and never part of a URL. */
export function SignInForm() {
  const [token, setToken] = useState('');
  const [signIn, { isLoading, error }] = consoleApi.useSignInMutation();

  function submit(event: FormEvent) {
    event.preventDefault();
    void signIn(token.trim());
  }
  return (
    <form className={layout['stack']} onSubmit={submit}>
      {/* A password manager stores the token under this name. */}
      <input type="text" name="username" autoComplete="username" value={copy.brand} readOnly hidden />
      <TextField
        label={copy.session.token}
        type="password"
        name="token"
        autoComplete="current-password"
        required
        maxLength={200}
        value={token}
        onChange={(event) => setToken(event.target.value)}
        error={messageFor(error)}
      />
      <Button type="submit" busy={isLoading} busyLabel={copy.working}>
        {copy.session.signIn}
      </Button>
      {/* Screen readers do not announce a changed message of a field. */}
      <VisuallyHidden role="status">{isLoading ? null : messageFor(error)}</VisuallyHidden>
    </form>
  );
}
