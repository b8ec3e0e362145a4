import type { Deployment } from './release-repository.ts';

/**
 * Returns the history of the live set in order: the stable sets before it, and itself as the last one. A rollback restores the
 * history that its target had, which may contain a set that was rolled back earlier. Expects the deployments that changed the
 * stable set, newest first.
 */
export function stableSetHistory(
  deployments: readonly Pick<Deployment, 'action' | 'to'>[],
): readonly string[] {
  const historyOf = new Map<string, readonly string[]>();
  let live: readonly string[] = [];
  for (const { action, to } of deployments.toReversed()) {
    live = (action === 'rollback' && historyOf.get(to)) || [...live, to];
    historyOf.set(to, live);
  }
  return live;
}
