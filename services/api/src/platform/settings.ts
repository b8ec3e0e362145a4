import { randomBytes } from 'node:crypto';

import type { Queries } from './database.ts';

/** The value under the key; where there is none, the one just made, unless another replica was quicker. */
async function readOrCreateSetting(db: Queries, key: string, create: () => string): Promise<string> {
  const read = () => db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  const known = await read();
  if (known) return known.value;
  await db
    .insertInto('settings')
    .values({ key, value: create() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return value;
}

/** A random secret that all replicas share: 32 bytes in base64. */
export const sharedSecret = (db: Queries, name: string): Promise<string> =>
  readOrCreateSetting(db, `secret:${name}`, () => randomBytes(32).toString('base64'));
