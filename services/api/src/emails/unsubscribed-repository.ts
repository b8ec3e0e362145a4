import type { Queries } from '../platform/database.ts';

/** Those of the hashes whose emails are unsubscribed. */
export async function unsubscribedHashes(
  db: Queries,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('unsubscribed_emails')
    .select('email_sha256')
    .where('email_sha256', 'in', hashes)
    .execute();
  return new Set(rows.map(({ email_sha256 }) => email_sha256));
}

/** Unsubscribes a mailbox. Its plan email that is still in the outbox is not sent any more. */
export async function insertUnsubscribed(
  db: Queries,
  emailSha256: string,
  planEmail: string,
  nowMs: number,
): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('id', '=', planEmail)
    .where('state', 'in', ['waiting', 'dead'])
    .execute();
  await db
    .insertInto('unsubscribed_emails')
    .values({ email_sha256: emailSha256, at: nowMs })
    .onConflict((conflict) => conflict.column('email_sha256').doNothing())
    .execute();
}
