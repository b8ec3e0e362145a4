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

type Outcome =
  | { readonly kind: 'verified'; readonly set: ReleaseSetRecord; readonly reasons: readonly string[] }
  | { readonly kind: 'previewed'; readonly set: ReleaseSetRecord; readonly preview: Preview };

interface VerifyAndPreviewProps {
  readonly name: string;
  readonly version: string;
  /** Further actions on the version, shown first. */
  readonly children: ReactNode;
}

/** Creates a set with the version that is not live, and runs the gates on it or creates a preview link. */
export function VerifyAndPreview({ name, version, children }: VerifyAndPreviewProps) {
  const [createSet, creating] = consoleApi.useCreateSetMutation();
  const [createPreview, previewing] = consoleApi.usePreviewMutation();
  const [verify, verifying] = consoleApi.useLazyVerificationQuery();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [error, setError] = useState<CallError>();
  const isBusy = creating.isLoading || previewing.isLoading || verifying.isFetching;

  async function run(kind: Outcome['kind']) {
    setOutcome(null);
    const created = await createSet([`${name}@${version}`]);
    if (!created.data) return setError(created.error);
    const set = created.data;
    const result = kind === 'verified' ? await verify(set.id) : await createPreview(set.id);
    setError(result.error);
    if (!result.data) return;
    if ('url' in result.data) setOutcome({ kind: 'previewed', set, preview: result.data });
    else setOutcome({ kind: 'verified', set, reasons: result.data.reasons });
  }

  return (
    <>
      <div className={styles['actions']}>
        {children}
        <CompactButton
          disabled={isBusy}
          aria-label={text.about(text.verify, name, version)}
          onClick={() => void run('verified')}
        >
          {text.verify}
        </CompactButton>
        <CompactButton
          disabled={isBusy}
          aria-label={text.about(text.preview, name, version)}
          onClick={() => void run('previewed')}
        >
          {text.preview}
        </CompactButton>
      </div>
      <div role="status" className={styles['outcome']}>
        {isBusy && text.checking}
        {outcome && <OutcomeNotice outcome={outcome} />}
        {!isBusy && <FailureNotice error={error} />}
      </div>
    </>
  );
}

function OutcomeNotice({ outcome }: { readonly outcome: Outcome }) {
  const { number } = outcome.set;
  if (outcome.kind === 'previewed') {
    const { url, expiresAt } = outcome.preview;
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
  if (outcome.reasons.length === 0) return <Notice tone="success">{text.passes(number)}</Notice>;
  return (
    <Notice tone="amber" icon="warning" title={text.findings}>
      <ReasonList reasons={outcome.reasons} />
    </Notice>
  );
}
