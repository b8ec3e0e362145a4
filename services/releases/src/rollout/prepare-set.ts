import type { ReleaseContext } from '../platform/release-context.ts';
import type { ReadBuild } from '../registry/build-repository.ts';
import { findSet, insertSet, lockChannel, readChannel, setIdOf } from '../sets/release-repository.ts';
import { changedMembers } from './promote.ts';

/**
 * Makes the set of what is live and the changes without showing it to anyone; again is harmless. Resolves to its id.
 * Throws `promotion-refused` where a version was never published.
 */
export async function prepareSet(
  { database: { db }, clock }: ReleaseContext,
  readBuild: ReadBuild,
  changes: readonly string[],
): Promise<string> {
  const channel = await readChannel(db);
  const live = (channel && (await findSet(db, channel.set_id))?.members) ?? {};
  const members = await changedMembers(db, live, changes, readBuild);
  await db.transaction().execute(async (transaction) => {
    await lockChannel(transaction);
    await insertSet(transaction, members, clock());
  });
  return setIdOf(members);
}
