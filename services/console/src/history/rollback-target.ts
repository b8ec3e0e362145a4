import type { ReleaseAudit } from '@funnel/contracts/release-management';

type Deployments = ReleaseAudit['deployments'];

/** Whether the deployment made its set the stable set. */
const changesStableSet = ({ action }: Deployments[number]): boolean =>
  action === 'promote' || action === 'finish' || action === 'rollback';

/** Whether to offer a rollback to the set of this deployment: it was stable, is not live, and no newer one has the same set. */
export function isRollbackTarget(deployments: Deployments, index: number, liveId: string | null): boolean {
  const deployment = deployments[index];
  if (!deployment || !changesStableSet(deployment) || deployment.to === liveId) return false;
  return !deployments.slice(0, index).some((newer) => changesStableSet(newer) && newer.to === deployment.to);
}
