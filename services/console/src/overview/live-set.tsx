import type { ReleaseSetRecord } from '@funnel/contracts/release-management';
import type { ReactNode } from 'react';

import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';
import { changesBetween } from '../deployments/changes-between.ts';
import styles from './live-panel.module.css';
import { SeriesMark } from './series-mark.tsx';

const text = copy.set;

interface LiveSetProps {
  readonly set: ReleaseSetRecord;
  readonly series: 'stable' | 'canary';
  readonly share: string;
  /** When the set was created, perhaps for a smoke test long before it was live; when the canary started. */
  readonly sinceMs: number;
  /** The set to compare the members with. */
  readonly base?: ReleaseSetRecord;
  /** The stage of a canary. */
  readonly stage?: ReactNode;
  readonly children: ReactNode;
}

function certificationOf({ certification }: ReleaseSetRecord): string {
  if (!certification) return text.notCertified;
  return certification.outcome === 'passed' ? text.certified : text.failedCertification;
}

/** One live set as a strip: its name, its share of the visitors, what is in it, and its actions. */
export const LiveSet = ({ set, series, share, sinceMs, base, stage, children }: LiveSetProps) => (
  <article className={styles['strip']} aria-label={`${text[series]}, ${text.live(set.number)}`}>
    <div>
      <h3 className={styles['name']}>
        <SeriesMark series={series} /> {text.live(set.number)}
      </h3>
      <p className={styles['quiet']}>{set.id}</p>
    </div>
    <p className={styles['share']}>{share}</p>
    <div className={styles['facts']}>
      {base && <p>{describeChanges(base, set)}</p>}
      {stage}
      {set.deprecated.map(({ name, version, reason }) => (
        <p key={name}>{copy.versions.deprecatedMember(name, version, reason)}</p>
      ))}
      <div className={styles['quiet']}>
        {series === 'canary' ? text.since : text.created} <Timestamp atMs={sinceMs} /> ·{' '}
        {certificationOf(set)}
      </div>
    </div>
    <div className={styles['actions']}>{children}</div>
  </article>
);

const describeChanges = (base: ReleaseSetRecord, set: ReleaseSetRecord): string =>
  changesBetween(base.members, set.members)
    .map(([name, before, after]) => text.instead(name, after ?? copy.none, before ?? copy.none))
    .join(', ');
