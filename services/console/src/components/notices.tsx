import type { DeprecatedVersion } from '@funnel/contracts/release-management';
import { Notice } from '@funnel/ui/notice';

import { toFailure, describeFailedChange, type CallError } from '../api/failure.ts';
import { copy } from '../content/copy.ts';
import styles from './notices.module.css';

/** The deprecated versions of a set, with the reasons. They fail no gate, and an operator may promote them. */
export const DeprecatedVersions = ({ versions }: { readonly versions: readonly DeprecatedVersion[] }) =>
  versions.map(({ name, version, reason }) => (
    <Notice key={name} tone="amber" icon="warning">
      {copy.versions.deprecatedMember(name, version, reason)}
    </Notice>
  ));

export function ReasonList({ reasons }: { readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul className={styles['reasons']}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}

/** Shows why a change failed, with all reasons. Screen readers announce it at once. */
export function FailureNotice({ error }: { readonly error: CallError }) {
  const failure = toFailure(error);
  if (!failure) return null;
  const { title, reasons } = describeFailedChange(failure);
  return (
    <Notice tone="danger" title={title}>
      <ReasonList reasons={reasons} />
    </Notice>
  );
}
