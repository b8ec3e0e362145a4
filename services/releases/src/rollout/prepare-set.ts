import type { SetRequest } from '@funnel/contracts/release-management';

import type { ReleaseContext } from '../platform/release-context.ts';
import type { ReadBuild } from '../registry/build-repository.ts';
import { findSet, readChannel, setIdOf } from '../sets/release-repository.ts';
import { changedMembers, storeSet } from './promote.ts';

/**
 * Creates the set of the live versions with the changes, without making it live. It is idempotent. Returns its id.
 * Throws `promotion-refused` if a version was never published.
 */
export async function prepareSet(
  context: ReleaseContext,
  readBuild: ReadBuild,
  request: SetRequest,
): Promise<string> {
  const { db } = context.database;
  const channel = await readChannel(db);
  const liveMembers = (channel && (await findSet(db, channel.set_id))?.members) ?? {};
  const members = await changedMembers(db, liveMembers, request, readBuild);
  await storeSet(context, members);
  return setIdOf(members);
}
