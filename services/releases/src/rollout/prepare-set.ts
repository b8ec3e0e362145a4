import type { SetRequest } from '@funnel/contracts/release-management';

import type { ReleaseContext } from '../platform/release-context.ts';
import type { ReadBuild } from '../registry/build-repository.ts';
import { findSet, insertSet, lockChannel, readChannel, setIdOf } from '../sets/release-repository.ts';
import { changedMembers } from './promote.ts';

/**
 * Creates the set of the live versions with the changes, without making it live. It is idempotent. Returns its id.
 * Throws `promotion-refused` if a version was never published.
 */
export async function prepareSet(
  { database: { db }, clock }: ReleaseContext,
  readBuild: ReadBuild,
  request: SetRequest,
): Promise<string> {
  const channel = await readChannel(db);
  const live = (channel && (await findSet(db, channel.set_id))?.members) ?? {};
  const members = await changedMembers(db, live, request, readBuild);
  await db.transaction().execute(async (transaction) => {
    await lockChannel(transaction);
    await insertSet(transaction, members, clock());
  });
  return setIdOf(members);
}
