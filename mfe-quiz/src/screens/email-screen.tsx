import type { Shell } from '@funnel/contracts/remote-module';
import { Badge } from '@funnel/ui/badge';
import { Button } from '@funnel/ui/button';
import { EmailForm } from '@funnel/ui/email-form';
import { FeatureList } from '@funnel/ui/feature-list';
import { Icon } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import { startTransition, useId, useState } from 'react';

import type { Content } from '../content/content-types.ts';
import { Scene } from '../scenes/scene.tsx';
import styles from './screens.module.css';

interface EmailScreenProps {
  readonly copy: Content['email'];
  readonly proof: string;
  readonly nextLabel: string;
  readonly knownEmail: string | null;
  readonly notify: Shell['notify'];
  /** Resolves when the visitor may continue. */
  readonly onEmail: (email: string) => Promise<void>;
}

export function EmailScreen({ copy, proof, nextLabel, knownEmail, notify, onEmail }: EmailScreenProps) {
  const formId = useId();
  const [isSending, setIsSending] = useState(false);

  async function send(email: string) {
    setIsSending(true);
    await onEmail(email);
    // As a transition, like the navigation, so that the button does not change before the next screen is shown.
    startTransition(() => setIsSending(false));
  }

  return (
    <Screen
      title={copy.title}
      size="title"
      width="frame"
      scene={<Scene path="/step-17" />}
      proof={proof}
      action={
        <Button type="submit" form={formId} busy={isSending}>
          {nextLabel}
        </Button>
      }
    >
      <EmailForm
        id={formId}
        texts={copy}
        labelHidden
        initialEmail={knownEmail ?? ''}
        busy={isSending}
        notify={notify}
        onEmail={(email) => void send(email)}
        hint={
          <span className={styles['free']}>
            <Badge tone="quiet">{copy.free}</Badge>
          </span>
        }
      >
        <p className={styles['private']}>
          <Icon name="lock" size={16} />
          {copy.privacy}
        </p>
      </EmailForm>
      <FeatureList card features={copy.benefits} />
    </Screen>
  );
}
