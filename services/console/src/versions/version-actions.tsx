import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { PromoteDialog } from '../deployments/promote-dialog.tsx';
import { CompactButton } from '../components/compact-button.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import { checks, VersionCheckSheet, type Check } from './version-check-sheet.tsx';
import type { Version } from './version-groups.ts';
import styles from './versions.module.css';

const text = copy.versions;

interface VersionActionsProps {
  readonly name: string;
  readonly version: string;
  /** Why the version should not be promoted; null if it may be. */
  readonly deprecation: string | null;
  readonly place: Version['place'];
  /** Why no version can be promoted now; null if one can. */
  readonly unavailable: string | null;
}

/** What an operator can do with a version that is not live. */
export function VersionActions({ name, version, deprecation, place, unavailable }: VersionActionsProps) {
  const [opened, setOpened] = useState<Check | 'promote' | null>(null);
  const canCertify = useHasPermission('certify');
  const canDeploy = useHasPermission('deploy');
  // A form stays open although another operator may have made its version live.
  if (!canCertify || (place === 'live' && !opened)) return null;
  const close = () => setOpened(null);
  return (
    <div className={styles['actions']}>
      {checks.map((check) => (
        <CompactButton
          key={check}
          tone="quiet"
          aria-label={text.about(text[check], name, version)}
          onClick={() => setOpened(check)}
        >
          {text[check]}
        </CompactButton>
      ))}
      {canDeploy && place === 'stored' && (
        <CompactButton
          aria-label={text.about(text.promote, name, version)}
          unavailable={unavailable}
          onClick={() => setOpened('promote')}
        >
          {text.promote}
        </CompactButton>
      )}
      {opened === 'promote' ? (
        <PromoteDialog name={name} version={version} deprecation={deprecation} onClose={close} />
      ) : (
        opened && <VersionCheckSheet check={opened} name={name} version={version} onClose={close} />
      )}
    </div>
  );
}
