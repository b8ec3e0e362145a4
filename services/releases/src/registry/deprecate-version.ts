import type { DeprecationRequest } from '@funnel/contracts/release-management';
import { dayMs } from '@funnel/service-kit/durations';
import { problem } from '@funnel/service-kit/problem';
import { createWorkQueue } from '@funnel/service-kit/work-queue';

import type { AuthenticatedOperator } from '../operators/operator-auth.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { countDeprecationChange } from '../sets/release-repository.ts';
import { describeUnreadable, readDeprecation } from './build-repository.ts';
import { countDeprecationsSince, insertVersionAudit } from './version-audit-repository.ts';

/** How often the versions of one app may be deprecated or restored in a day, because every page is then composed again. */
const maxDeprecationsPerDay = 100;

/** One after the other, so that those sent at once are counted, too. */
const runQueued = createWorkQueue();

async function change(
  { database: { db }, clock }: ReleaseContext,
  { name, version, reason }: DeprecationRequest,
  { name: actor, source }: Pick<AuthenticatedOperator, 'name' | 'source'>,
): Promise<void> {
  const current = await readDeprecation(db, name, version);
  if (current === undefined)
    throw problem('not-found', { detail: await describeUnreadable(db, name, version) });
  if (current === reason) return;
  const count = await countDeprecationsSince(db, name, clock() - dayMs);
  if (count >= maxDeprecationsPerDay)
    throw problem('too-many-requests', {
      detail: `Versions of ${name} were deprecated or restored ${count} times within a day; ${maxDeprecationsPerDay} is the limit.`,
    });
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('builds')
      .set({ deprecation: reason })
      .where('name', '=', name)
      .where('version', '=', version)
      .where('deprecation', 'is distinct from', reason)
      .executeTakeFirst();
    // Another replica has made the same change a moment ago.
    if (numUpdatedRows === 0n) return;
    const action = reason === null ? 'undeprecate' : 'deprecate';
    const entry = { at: clock(), actor, action, name, version, note: reason ?? '', source } as const;
    await insertVersionAudit(transaction, entry);
    await countDeprecationChange(transaction);
  });
}

/**
 * Marks a version with the reason why it should not be promoted, or ends that with a null. It is recorded. Visitors keep the
 * version, and a set has another fallback version if it can. It is idempotent. Throws `not-found` if the version was never
 * published, and `too-many-requests` if versions of the app were changed too often within a day.
 */
export const deprecateVersion = (
  context: ReleaseContext,
  request: DeprecationRequest,
  operator: Pick<AuthenticatedOperator, 'name' | 'source'>,
): Promise<void> => runQueued(() => change(context, request, operator));
