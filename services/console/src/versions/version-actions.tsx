import { copy } from '../content/copy.ts';
import { PromoteDialog } from '../deployments/promote-dialog.tsx';
import { CompactButton } from '../components/compact-button.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import { checks, VersionCheckSheet, type Check } from './version-check-sheet.tsx';
import type { Version } from './version-groups.ts';
import styles from './versions.module.css';

const text = copy.versions;

/** A dialog that an operator has opened, and its version. */
export interface VersionAction {
  readonly action: Check | 'promote';
  readonly name: string;
  readonly version: string;
}

interface VersionActionsProps {
  readonly name: string;
  readonly version: string;
  readonly state: Version['state'];
  /** Why no version can be promoted now; null if one can. */
  readonly unavailable: string | null;
  readonly onOpen: (opened: VersionAction) => void;
}

/** What an operator can do with a version that is not live. */
export function VersionActions({ name, version, state, unavailable, onOpen }: VersionActionsProps) {
  const canCertify = useHasPermission('certify');
  const canDeploy = useHasPermission('deploy');
  if (!canCertify || state === 'live') return null;
  return (
    <div className={styles['actions']}>
      {checks.map((check) => (
        <CompactButton
          key={check}
          tone="quiet"
          aria-label={text.about(text[check], name, version)}
          onClick={() => onOpen({ action: check, name, version })}
        >
          {text[check]}
        </CompactButton>
      ))}
      {canDeploy && state === 'stored' && (
        <CompactButton
          aria-label={text.about(text.promote, name, version)}
          unavailable={unavailable}
          onClick={() => onOpen({ action: 'promote', name, version })}
        >
          {text.promote}
        </CompactButton>
      )}
    </div>
  );
}

interface VersionDialogProps extends VersionAction {
  readonly onClose: () => void;
}

export const VersionDialog = ({ action, ...props }: VersionDialogProps) =>
  action === 'promote' ? <PromoteDialog {...props} /> : <VersionCheckSheet check={action} {...props} />;
