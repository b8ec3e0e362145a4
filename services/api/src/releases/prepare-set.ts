import type { SetRequest } from '@funnel/contracts/release-management';

import type { AppContext } from '../platform/app-context.ts';
import type { ReadBuild } from './build-repository.ts';
import { changedMembers } from './promote.ts';
import { findSet, insertSet, lockChannel, readChannel, setIdOf } from './release-repository.ts';

/**
 * Creates the set of the live versions with the changes, without making it live. It is idempotent. Returns its id.
 * Throws `promotion-refused` if a version was never published.
 */
export async function prepareSet(
  { database: { db }, clock }: AppContext,
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
