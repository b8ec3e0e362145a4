import type { Preview, Verification } from '@funnel/contracts/release-management';
import { Notice } from '@funnel/ui/notice';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import { Action, ActionLink } from '../parts/action.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { ReasonList } from '../parts/reason-list.tsx';
import { consoleApi } from '../service/console-api.ts';
import styles from './versions.module.css';

const text = copy.versions;

interface TriedOut extends Verification {
  /** Null where only the gates were asked. */
  readonly preview: Preview | null;
}

/** Puts a version into a set that nobody is shown: to ask the gates about it, or to look at it. */
export function TryOut({ name, version }: { readonly name: string; readonly version: string }) {
  const [makeSet, making] = consoleApi.useMakeSetMutation();
  const [makePreview, previewing] = consoleApi.usePreviewMutation();
  const [tried, setTried] = useState<TriedOut | null>(null);
  const isBusy = making.isLoading || previewing.isLoading;

  async function tryOut(wants: 'verification' | 'preview') {
    setTried(null);
    previewing.reset();
    const { data: verification } = await makeSet([`${name}@${version}`]);
    if (!verification) return;
    if (wants === 'verification') return setTried({ ...verification, preview: null });
    const { data: preview } = await makePreview(verification.set.id);
    if (preview) setTried({ ...verification, preview });
  }

  return (
    <>
      <Action
        disabled={isBusy}
        aria-label={text.about(text.verify, name, version)}
        onClick={() => void tryOut('verification')}
      >
        {text.verify}
      </Action>
      <Action
        disabled={isBusy}
        aria-label={text.about(text.preview, name, version)}
        onClick={() => void tryOut('preview')}
      >
        {text.preview}
      </Action>
      <div role="status" className={styles['outcome']}>
        {isBusy && text.checking}
        {tried && <Outcome tried={tried} />}
        <FailureNotice error={making.error ?? previewing.error} />
      </div>
    </>
  );
}

function Outcome({ tried: { set, reasons, preview } }: { readonly tried: TriedOut }) {
  return (
    <>
      {reasons.length > 0 ? (
        <Notice tone="amber" title={text.speaksAgainst}>
          <ReasonList reasons={reasons} />
        </Notice>
      ) : (
        !preview && <Notice tone="success">{text.passes(set.number)}</Notice>
      )}
      {preview && (
        <Notice tone="info">
          <div className={styles['preview']}>
            <p>{text.previewReady(set.number, formatInstant(preview.expiresAt))}</p>
            <CopyField label={text.link} text={preview.url} action={text.copy} />
            <ActionLink href={preview.url} target="_blank" rel="noreferrer">
              {text.open}
            </ActionLink>
          </div>
        </Notice>
      )}
    </>
  );
}
