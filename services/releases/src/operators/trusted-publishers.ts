import { problem } from '@funnel/service-kit/problem';

import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';
import type { WorkflowIdentity } from './identity-token.ts';

export type TrustedPublisher = Schema['trusted_publishers'];

/** Returns the oldest first. */
export const listPublishers = (db: Queries): Promise<TrustedPublisher[]> =>
  db.selectFrom('trusted_publishers').selectAll().orderBy('created_at').orderBy('id').execute();

/** Returns whether it was new. The same workflow and environment cannot publish a second app. */
export async function insertPublisher(db: Queries, row: TrustedPublisher): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trusted_publishers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns whether it existed. */
export async function deletePublisher(db: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('trusted_publishers')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Finds what a verified workflow may publish. Throws `unauthorized` with the claim that differs, if nothing was agreed for
 * this repository, workflow and environment.
 */
export async function findPublisher(db: Queries, identity: WorkflowIdentity): Promise<TrustedPublisher> {
  const { issuer, repositoryId, workflow, environment, source } = identity;
  const ofRepository = await db
    .selectFrom('trusted_publishers')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('repository_id', '=', repositoryId)
    .execute();
  const unauthorized = (reason: string) => problem('unauthorized', { detail: reason });
  if (ofRepository.length === 0)
    throw unauthorized(`The repository ${source.repository} (${repositoryId}) may not publish anything.`);
  const ofWorkflow = ofRepository.filter((publisher) => publisher.workflow === workflow);
  if (ofWorkflow.length === 0)
    throw unauthorized(`The workflow ${workflow} of ${source.repository} may not publish anything.`);
  const found = ofWorkflow.find((publisher) => publisher.environment === environment);
  if (!found)
    throw unauthorized(
      `The workflow ${workflow} of ${source.repository} may not publish in ${environment === null ? 'no environment' : `the environment ${environment}`}.`,
    );
  return found;
}
