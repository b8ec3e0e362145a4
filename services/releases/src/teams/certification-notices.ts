import type { ReleaseSetRecord } from '@funnel/contracts/release-management';

import type { Members } from '../sets/release-repository.ts';
import { versionsOnlyIn } from './deployment-notices.ts';
import type { TeamNotice } from './team-webhook-repository.ts';

type Result = NonNullable<ReleaseSetRecord['certification']>;

/**
 * What the teams of the apps that a set would change are notified of by its smoke test: its first failure, and a failure after it had
 * passed. They are not notified of a repeated result.
 */
export function certificationNotices(
  { id: setId, members, certification: previous }: ReleaseSetRecord,
  { outcome, report: note, actor }: Result,
  liveMembers: Members,
): TeamNotice[] {
  if (outcome === 'passed' || previous?.outcome === 'failed') return [];
  return versionsOnlyIn(members, liveMembers).map(({ name, version }) => ({
    // Two results at once follow the same previous one.
    cause: `${setId}-${previous?.at ?? 0}`,
    type: 'remote.failed',
    data: { name, version, live: liveMembers[name] ?? null, cause: 'certification', setId, actor, note },
  }));
}
