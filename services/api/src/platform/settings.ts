import { randomBytes } from 'node:crypto';

import type { Queries } from './database.ts';

/** A random secret that all replicas share: 32 bytes in base64. Whoever comes first makes it. */
export async function sharedSecret(db: Queries, name: string): Promise<string> {
  const key = `secret:${name}`;
  await db
    .insertInto('settings')
    .values({ key, value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const query = db.selectFrom('settings').select('value').where('key', '=', key);
  return (await query.executeTakeFirstOrThrow()).value;
}
