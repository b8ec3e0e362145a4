import type { ReleaseAudit } from '@funnel/contracts/release-management';
import type { IconName } from '@funnel/ui/icon';
import type { ReactNode } from 'react';

import { Disclosure } from '../components/disclosure.tsx';
import smallText from '../components/small-text.module.css';
import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import { CanaryReportTable } from './canary-report-table.tsx';
import { DeploymentChanges } from './deployment-changes.tsx';
import { Entry } from './entry.tsx';
import styles from './history.module.css';

const text = copy.history;

type Deployment = ReleaseAudit['deployments'][number];

const icons: Readonly<Record<Deployment['action'], IconName>> = {
  promote: 'rise',
  finish: 'rise',
  canary: 'layers',
  widen: 'users',
  hold: 'clock',
  resume: 'chevron',
  stop: 'close',
  rollback: 'back',
  heal: 'shield',
};

/** The service itself, in words. */
const serviceActors = new Map([
  ['self-healing', text.autoRollback],
  ['canary-stages', text.canaryStages],
]);

function nameOf(id: string, numbers: ReleaseAudit['numbers']): string {
  const number = numbers[id];
  return number === undefined ? id : text.set(number, id);
}

interface DeploymentEntryProps {
  readonly deployment: Deployment;
  /** The numbers of the sets by id. */
  readonly numbers: ReleaseAudit['numbers'];
  /** Whether its set is the live one. */
  readonly isLive: boolean;
  /** The action on this entry. */
  readonly children: ReactNode;
}

/** Who did what to production, when and why. */
export const DeploymentEntry = ({
  deployment: { at, actor, action, percent, from, to, note, report },
  numbers,
  isLive,
  children,
}: DeploymentEntryProps) => (
  <Entry action={action} icon={icons[action]} at={at} button={children}>
    <p>
      <strong>{serviceActors.get(actor) ?? actor}</strong> {text.actions[action]}
      {percent !== null && ` ${text.at(percent)}`}
    </p>
    <p className={smallText['muted']}>
      {from === null ? text.to(nameOf(to, numbers)) : text.fromTo(nameOf(from, numbers), nameOf(to, numbers))}
      {isLive && ` (${text.live})`}
    </p>
    {note && <p className={styles['note']}>{note}</p>}
    {report && (
      <Disclosure title={text.report} label={text.reportOf(formatInstant(at))}>
        <CanaryReportTable report={report} />
      </Disclosure>
    )}
    <DeploymentChanges from={from} to={to} label={text.changesOf(formatInstant(at))} />
  </Entry>
);
