import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { PromoteDialog } from '../deployments/promote-dialog.tsx';
import { CompactButton } from '../components/compact-button.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import { VersionCheckSheet, type Check } from './version-check-sheet.tsx';
import type { Version } from './version-groups.ts';
import styles from './versions.module.css';

const text = copy.versions;

interface VersionActionsProps {
  readonly name: string;
  readonly version: string;
  /** Why the version should not be promoted; null if it may be. */
  readonly deprecation: string | null;
  readonly place: Version['place'];
  readonly isCanaryRunning: boolean;
}

/** What an operator can do with a version that is not live. */
export function VersionActions({ name, version, deprecation, place, isCanaryRunning }: VersionActionsProps) {
  const [opened, setOpened] = useState<Check | 'promote' | null>(null);
  const canCertify = useHasPermission('certify');
  const canDeploy = useHasPermission('deploy');
  if (!canCertify || place === 'live') return null;
  const close = () => setOpened(null);
  return (
    <div className={styles['actions']}>
      <CompactButton
        tone="quiet"
        aria-label={text.about(text.verify, name, version)}
        onClick={() => setOpened('verify')}
      >
        {text.verify}
      </CompactButton>
      <CompactButton
        tone="quiet"
        aria-label={text.about(text.preview, name, version)}
        onClick={() => setOpened('preview')}
      >
        {text.preview}
      </CompactButton>
      {canDeploy && place === 'stored' && (
        <CompactButton
          aria-label={text.about(text.promote, name, version)}
          unavailable={isCanaryRunning ? Object.values(text.canaryRuns).join(' ') : null}
          onClick={() => setOpened('promote')}
        >
          {text.promote}
        </CompactButton>
      )}
      {opened === 'promote' && (
        <PromoteDialog name={name} version={version} deprecation={deprecation} onClose={close} />
      )}
      {(opened === 'verify' || opened === 'preview') && (
        <VersionCheckSheet check={opened} name={name} version={version} onClose={close} />
      )}
    </div>
  );
}
