import type { Deployment } from './release-repository.ts';

/** Whether a deployment changes the stable set. */
export const changesStableSet = ({ action }: Pick<Deployment, 'action'>) =>
  action === 'promote' || action === 'finish' || action === 'rollback';

/**
 * Returns the history of stable sets in order, without those that were rolled back. The last one is live. Expects the
 * deployments newest first.
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
