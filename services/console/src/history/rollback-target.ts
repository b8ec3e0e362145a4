import type { ReleaseAudit } from '@funnel/contracts/release-management';

type Deployments = ReleaseAudit['deployments'];

/** Moves that made a set the one for everybody. */
const changesStableSet = ({ action }: Deployments[number]): boolean =>
  action === 'promote' || action === 'finish' || action === 'rollback';

/** Whether one can go back to the set of this move, newest first: it was for everybody, and is not live. Once for each set. */
export function isRollbackTarget(deployments: Deployments, index: number, liveId: string | null): boolean {
  const move = deployments[index];
  if (!move || !changesStableSet(move) || move.to === liveId) return false;
  return !deployments.slice(0, index).some((newer) => changesStableSet(newer) && newer.to === move.to);
}
