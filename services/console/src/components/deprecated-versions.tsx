import type { DeprecatedVersion } from '@funnel/contracts/release-management';
import { Notice } from '@funnel/ui/notice';

import { copy } from '../content/copy.ts';

/** The deprecated versions of a set, with the reasons. They fail no gate, and an operator may promote them. */
export const DeprecatedVersions = ({ versions }: { readonly versions: readonly DeprecatedVersion[] }) =>
  versions.map(({ name, version, reason }) => (
    <Notice key={name} tone="amber" icon="warning">
      {copy.versions.deprecatedMember(name, version, reason)}
    </Notice>
  ));
