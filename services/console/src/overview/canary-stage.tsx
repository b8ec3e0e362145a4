import type { CanaryPlan } from '@funnel/contracts/canary-stages';

import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';

const text = copy.set.stages;

/** The stage of a canary, and what happens next: another percentage, its promotion, or nothing until it is resumed. */
export function CanaryStage({ stages, current, dueAt, heldBecause }: CanaryPlan) {
  const next = stages[current + 1];
  return (
    <div>
      {text.stage(current + 1, stages.length)}{' '}
      {dueAt === null ? (
        text.held(heldBecause ?? '')
      ) : (
        <>
          {next ? text.next(next.percent) : text.last} <Timestamp atMs={dueAt} />
        </>
      )}
    </div>
  );
}
