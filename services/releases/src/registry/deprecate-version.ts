import type { DeprecationRequest } from '@funnel/contracts/release-management';
import { problem } from '@funnel/service-kit/problem';

import type { AuthenticatedOperator } from '../operators/operator-auth.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { countDeprecationChange } from '../sets/release-repository.ts';
import { describeUnreadable, findBuild } from './build-repository.ts';
import { insertVersionAudit } from './version-audit-repository.ts';

/**
 * Marks a version with the reason why it should not be promoted, or ends that with a null. It is recorded. Visitors keep the
 * version, and a set has another fallback version if it can. It is idempotent. Throws `not-found` if the version was never
 * published.
 */
export async function deprecateVersion(
  { database: { db }, clock }: ReleaseContext,
  { name, version, reason }: DeprecationRequest,
  { name: actor, source }: Pick<AuthenticatedOperator, 'name' | 'source'>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('builds')
      .set({ deprecation: reason })
      .where('name', '=', name)
      .where('version', '=', version)
      .where('deprecation', 'is distinct from', reason)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      const action = reason === null ? 'undeprecate' : 'deprecate';
      await insertVersionAudit(transaction, {
        at: clock(),
        actor,
        action,
        name,
        version,
        note: reason ?? '',
        source,
      });
      await countDeprecationChange(transaction);
      return;
    }
    const build = await findBuild(transaction, name, version);
    if (!build) throw problem('not-found', { detail: await describeUnreadable(transaction, name, version) });
  });
}
