import type { Preview, ReleaseSetRecord } from '@funnel/contracts/release-management';
import { Notice } from '@funnel/ui/notice';
import { useState, type ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import { CompactButton, ActionLink } from '../components/compact-button.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import { consoleApi } from '../api/console-api.ts';
import type { CallError } from '../api/failure.ts';
import styles from './versions.module.css';

const text = copy.versions;

type TriedOut =
  | { readonly kind: 'verified'; readonly set: ReleaseSetRecord; readonly reasons: readonly string[] }
  | { readonly kind: 'previewed'; readonly set: ReleaseSetRecord; readonly preview: Preview };

interface TryOutProps {
  readonly name: string;
  readonly version: string;
  /** What else can be done with the version: stands first. */
  readonly children: ReactNode;
}

/** Puts a version into a set that nobody is shown: to ask the gates about it, or to look at it. */
export function VerifyAndPreview({ name, version, children }: TryOutProps) {
  const [makeSet, making] = consoleApi.useMakeSetMutation();
  const [makePreview, previewing] = consoleApi.usePreviewMutation();
  const [verify, verifying] = consoleApi.useLazyVerificationQuery();
  const [tried, setTried] = useState<TriedOut | null>(null);
  const [error, setError] = useState<CallError>();
  const isBusy = making.isLoading || previewing.isLoading || verifying.isFetching;

  async function tryOut(wants: TriedOut['kind']) {
    setTried(null);
    const made = await makeSet([`${name}@${version}`]);
    if (!made.data) return setError(made.error);
    const set = made.data;
    const answer = wants === 'verified' ? await verify(set.id) : await makePreview(set.id);
    setError(answer.error);
    if (!answer.data) return;
    if ('url' in answer.data) setTried({ kind: 'previewed', set, preview: answer.data });
    else setTried({ kind: 'verified', set, reasons: answer.data.reasons });
  }

  return (
    <>
      <div className={styles['actions']}>
        {children}
        <CompactButton
          disabled={isBusy}
          aria-label={text.about(text.verify, name, version)}
          onClick={() => void tryOut('verified')}
        >
          {text.verify}
        </CompactButton>
        <CompactButton
          disabled={isBusy}
          aria-label={text.about(text.preview, name, version)}
          onClick={() => void tryOut('previewed')}
        >
          {text.preview}
        </CompactButton>
      </div>
      <div role="status" className={styles['outcome']}>
        {isBusy && text.checking}
        {tried && <Outcome tried={tried} />}
        {!isBusy && <FailureNotice error={error} />}
      </div>
    </>
  );
}

function Outcome({ tried }: { readonly tried: TriedOut }) {
  const { number } = tried.set;
  if (tried.kind === 'previewed') {
    const { url, expiresAt } = tried.preview;
    return (
      <Notice tone="info">
        <div className={styles['preview']}>
          <p>{text.previewReady(number, formatInstant(expiresAt))}</p>
          <CopyField label={text.link} text={url} action={text.copy}>
            <ActionLink href={url} target="_blank" rel="noreferrer">
              {text.open}
            </ActionLink>
          </CopyField>
        </div>
      </Notice>
    );
  }
  if (tried.reasons.length === 0) return <Notice tone="success">{text.passes(number)}</Notice>;
  return (
    <Notice tone="amber" icon="warning" title={text.speaksAgainst}>
      <ReasonList reasons={tried.reasons} />
    </Notice>
  );
}
