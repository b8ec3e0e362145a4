import type { Deployment } from './release-repository.ts';

/** Moves that change what every new visitor gets. */
export const changesStableSet = ({ action }: Pick<Deployment, 'action'>) =>
  action === 'promote' || action === 'finish' || action === 'rollback';

/**
 * The sets that were live for all, in order, without those that a rollback left; the last one is live now.
 * @param deployments newest first
 */
export function stableSetHistory(deployments: readonly Pick<Deployment, 'action' | 'to'>[]): string[] {
  const sets: string[] = [];
  for (const { action, to } of deployments.toReversed().filter(changesStableSet)) {
    const earlier = action === 'rollback' ? sets.lastIndexOf(to) : -1;
    if (earlier >= 0) sets.length = earlier + 1;
    else sets.push(to);
  }
  return sets;
}
