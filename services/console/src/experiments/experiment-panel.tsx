import type { ExperimentReport } from '@funnel/contracts/experiment-reports';
import { Notice } from '@funnel/ui/notice';
import { useState } from 'react';

import { CompactButton } from '../components/compact-button.tsx';
import { Panel } from '../components/panel.tsx';
import smallText from '../components/small-text.module.css';
import { copy } from '../content/copy.ts';
import { formatCount, formatDay, formatPoint } from '../content/format.ts';
import { useHasPermission } from '../session/operator-context.tsx';
import { ArmsTable } from './arms-table.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { DecisionList } from './decision-list.tsx';
import styles from './experiments.module.css';

const text = copy.experiments;

interface ExperimentProps {
  readonly report: ExperimentReport;
}

/** One experiment: whether its assignment can be trusted, what it says, its arms, and what was decided. */
export function ExperimentPanel({ report }: ExperimentProps) {
  const { name, status, hypothesis, owner, start, end, plannedVisitors, smallestEffect, verdict } = report;
  const audience = Object.values(report.audience ?? {}).map((list) => list.join(', '));
  const [isDeciding, setIsDeciding] = useState(false);
  const canDecide = useHasPermission('deploy');
  const isSeen = report.arms.some(({ exposed }) => exposed > 0);
  return (
    <Panel
      title={name}
      aside={
        <>
          <p className={styles['status']}>{text.statuses[status]}</p>
          {canDecide && (
            <CompactButton
              unavailable={isSeen ? null : text.decide.unseen}
              onClick={() => setIsDeciding(true)}
            >
              {text.decide.open}
            </CompactButton>
          )}
        </>
      }
    >
      <div>
        <p>{hypothesis}</p>
        <p className={smallText['muted']}>{text.facts(owner, formatDay(start), formatDay(end))}</p>
        {audience.length > 0 && <p className={smallText['muted']}>{text.audience(audience)}</p>}
        <p className={smallText['muted']}>
          {text.planned(formatCount(plannedVisitors), formatPoint(smallestEffect))}
        </p>
      </div>
      <StateNotice report={report} />
      <p className={styles['verdict']}>{verdict}</p>
      <ArmsTable report={report} />
      <Decisions report={report} />
      {isDeciding && <DecideDialog report={report} onClose={() => setIsDeciding(false)} />}
    </Panel>
  );
}

/** What must be known before the numbers are read. */
function StateNotice({ report: { status, clashesWith, skewedArm, arms } }: ExperimentProps) {
  const exposed = arms.reduce((sum, arm) => sum + arm.exposed, 0);
  const visitors = arms.reduce((sum, arm) => sum + arm.visitors, 0);
  const waiting = exposed - visitors;
  return (
    <>
      {skewedArm !== null && (
        <Notice tone="danger" title={text.skewed.title}>
          {text.skewed.text(skewedArm)}
        </Notice>
      )}
      {exposed > 0 && (
        <p className={smallText['muted']}>
          {skewedArm === null && text.assigned} {text.counted(formatCount(exposed), formatCount(visitors))}{' '}
          {skewedArm === null && text.compared}
        </p>
      )}
      {status === 'expired' && (
        <Notice tone="amber" title={text.expired.title}>
          {text.expired.text} {waiting > 0 ? text.expired.wait(formatCount(waiting)) : text.expired.decide}
        </Notice>
      )}
      {clashesWith !== null && (
        <Notice tone="amber" title={text.clashing.title}>
          {text.clashing.text(clashesWith)}
        </Notice>
      )}
    </>
  );
}

const Decisions = ({ report: { decisions } }: ExperimentProps) => (
  <div>
    <h3 className={styles['subtitle']}>{text.decisions}</h3>
    {decisions.length === 0 ? (
      <p className={smallText['muted']}>{text.noDecisions}</p>
    ) : (
      <DecisionList decisions={decisions} />
    )}
  </div>
);
