import type { ReleaseAudit } from '@funnel/contracts/release-management';
import { Icon, type IconName } from '@funnel/ui/icon';

import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';
import parts from '../components/parts.module.css';
import styles from './history.module.css';

type Entry = ReleaseAudit['versions'][number];

const icons: Readonly<Record<Entry['action'], IconName>> = {
  publish: 'document',
  deprecate: 'warning',
  undeprecate: 'check',
};

/** Who did what to a version, when and why. */
export const VersionEntry = ({ at, actor, action, name, version, note, source }: Entry) => (
  <li className={styles['entry']} data-action={action}>
    <span className={styles['icon']}>
      <Icon name={icons[action]} size={16} />
    </span>
    <div className={styles['what']}>
      <p>
        <strong>{actor}</strong> {copy.history.versionActions[action](`${name} ${version}`)}
      </p>
      {source && (
        <p className={parts['quiet']}>
          {copy.history.source(source.repository, source.commit.slice(0, 12), source.run)}
        </p>
      )}
      {note && <p className={styles['note']}>{note}</p>}
    </div>
    <div className={styles['side']}>
      <span className={parts['quiet']}>
        <Timestamp atMs={at} isAtEnd />
      </span>
    </div>
  </li>
);
