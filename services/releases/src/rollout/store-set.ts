import type { ReleaseContext } from '../platform/release-context.ts';
import { insertSet, lockChannel, type Members } from '../sets/release-repository.ts';

/** Stores a set that is not live, unless it is stored. */
export async function storeSet({ database: { db }, clock }: ReleaseContext, members: Members): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockChannel(transaction);
    await insertSet(transaction, members, clock());
  });
}
