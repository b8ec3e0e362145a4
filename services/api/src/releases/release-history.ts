import type { Move } from './release-repository.ts';

/** Moves that change what every new visitor gets. */
export const isOfStable = ({ action }: Pick<Move, 'action'>) =>
  action === 'promote' || action === 'finish' || action === 'rollback';

/**
 * The sets that were live for all, in order, without those that a rollback left; the last one is live now.
 * @param moves newest first
 */
export function trustedSets(moves: readonly Pick<Move, 'action' | 'to'>[]): string[] {
  const sets: string[] = [];
  for (const { action, to } of moves.toReversed().filter(isOfStable)) {
    const earlier = action === 'rollback' ? sets.lastIndexOf(to) : -1;
    if (earlier >= 0) sets.length = earlier + 1;
    else sets.push(to);
  }
  return sets;
}
