import type { ReleaseAudit } from '@funnel/contracts/release-management';
import type { IconName } from '@funnel/ui/icon';

import smallText from '../components/small-text.module.css';
import { copy } from '../content/copy.ts';
import { Entry } from './entry.tsx';
import styles from './history.module.css';

type VersionChange = ReleaseAudit['versions'][number];

const icons: Readonly<Record<VersionChange['action'], IconName>> = {
  publish: 'document',
  deprecate: 'warning',
  undeprecate: 'check',
};

/** Who did what to a version, when and why. */
export const VersionEntry = ({ at, actor, action, name, version, note, source }: VersionChange) => (
  <Entry action={action} icon={icons[action]} at={at}>
    <p>
      <strong>{actor}</strong> {copy.history.versionActions[action](`${name} ${version}`)}
    </p>
    {source && (
      <p className={smallText['muted']}>
        {copy.history.source(source.repository, source.commit.slice(0, 12), source.run)}
      </p>
    )}
    {note && <p className={styles['note']}>{note}</p>}
  </Entry>
);
