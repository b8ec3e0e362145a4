import type { ReleaseAudit } from '@funnel/contracts/release-management';

type Moves = ReleaseAudit['moves'];

/** Moves that made a set the one for everybody. */
const isOfStable = ({ action }: Moves[number]): boolean =>
  action === 'promote' || action === 'finish' || action === 'rollback';

/** Whether one can go back to the set of this move, newest first: it was for everybody, and is not live. Once for each set. */
export function isWayBack(moves: Moves, index: number, liveId: string | null): boolean {
  const move = moves[index];
  if (!move || !isOfStable(move) || move.to === liveId) return false;
  return !moves.slice(0, index).some((newer) => isOfStable(newer) && newer.to === move.to);
}
