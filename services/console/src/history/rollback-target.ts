import { stableSetActions, type ReleaseAudit } from '@funnel/contracts/release-management';

type Deployments = ReleaseAudit['deployments'];

const changesStableSet = ({ action }: Deployments[number]): boolean => stableSetActions.includes(action);

/** Whether to offer a rollback to the set of this deployment: it was stable, is not live, and no newer one has the same set. */
export function isRollbackTarget(deployments: Deployments, index: number, liveId: string | null): boolean {
  const deployment = deployments[index];
  if (!deployment || !changesStableSet(deployment) || deployment.to === liveId) return false;
  return !deployments.slice(0, index).some((newer) => changesStableSet(newer) && newer.to === deployment.to);
}
