import type { ReleaseAnalytics } from '@funnel/contracts/release-analytics';
import type { ReleaseStatus } from '@funnel/contracts/release-management';

/**
 * The analytics if they are about the sets that are live according to the status, which is fetched apart from them. Undefined if they
 * are about others, such as an earlier canary of the same set.
 */
export function liveAnalytics(
  { set, canary }: ReleaseStatus,
  analytics: ReleaseAnalytics,
): ReleaseAnalytics | undefined {
  const areSetsLive = analytics.stable?.setId === set?.id && analytics.canary?.setId === canary?.set.id;
  const isSinceStart = !canary || analytics.since === canary.startedAt;
  return areSetsLive && isSinceStart ? analytics : undefined;
}
