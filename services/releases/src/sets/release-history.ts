import type { Deployment } from './release-repository.ts';

/** Whether a deployment changes the stable set. */
export const changesStableSet = ({ action }: Pick<Deployment, 'action'>) =>
  action === 'promote' || action === 'finish' || action === 'rollback';

interface Entry {
  readonly setId: string;
  readonly previous: Entry | undefined;
}

/**
 * Returns the history of stable sets in order, without those that were rolled back. The last one is live. A rollback restores
 * the history of its target. Expects the deployments newest first.
 */
export function stableSetHistory(deployments: readonly Pick<Deployment, 'action' | 'to'>[]): string[] {
  const lastEntries = new Map<string, Entry>();
  let live: Entry | undefined;
  for (const { action, to } of deployments.toReversed().filter(changesStableSet)) {
    const restored = action === 'rollback' ? lastEntries.get(to) : undefined;
    live = restored ?? { setId: to, previous: live };
    lastEntries.set(to, live);
  }
  const sets: string[] = [];
  for (let entry = live; entry; entry = entry.previous) sets.push(entry.setId);
  return sets.reverse();
}
