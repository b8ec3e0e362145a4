import type { Db, Queries } from '../platform/database.ts';
import { isSameEmail } from '../platform/same-email.ts';
import type { LeadRow } from '../platform/schema.ts';
import { checkoutStep } from '../tracking/lead-event.ts';

/** Stores new leads and returns their ids. A known lead is not changed. */
export async function insertLeads(db: Queries, leads: readonly LeadRow[]): Promise<ReadonlySet<string>> {
  const inserted = await db
    .insertInto('leads')
    .values([...leads])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/** The visit of each of these leads, by lead id. */
export async function visitsOfLeads(
  db: Queries,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('leads').select(['id', 'visit_id']).where('id', 'in', leadIds).execute();
  return new Map(rows.map(({ id, visit_id }) => [id, visit_id]));
}

/** The leads that these visits made by opening a checkout. */
export const checkoutLeadsOf = (db: Queries, visitIds: readonly string[]): Promise<LeadRow[]> =>
  db
    .selectFrom('leads')
    .selectAll()
    .where('visit_id', 'in', visitIds)
    .where('step', '=', checkoutStep)
    .execute();

/** Whether the visit has sent a lead with this email, in upper or lower case. */
export async function hasLead(db: Queries, visitId: string, email: string): Promise<boolean> {
  const sent = await db.selectFrom('leads').select('email').where('visit_id', '=', visitId).execute();
  return sent.some((lead) => isSameEmail(lead.email, email));
}

const pageSize = 500;

/** Reads every lead in the order of arrival, page by page, so that an export of any size needs little memory. */
export async function* allLeads(db: Db): AsyncGenerator<LeadRow> {
  let last: Pick<LeadRow, 'received_at' | 'id'> | undefined = { received_at: -1, id: '' };
  while (last) {
    const { received_at, id }: Pick<LeadRow, 'received_at' | 'id'> = last;
    const page: LeadRow[] = await db
      .selectFrom('leads')
      .selectAll()
      .where(({ eb, refTuple, tuple }) => eb(refTuple('received_at', 'id'), '>', tuple(received_at, id)))
      .orderBy('received_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
    yield* page;
    last = page.at(-1);
  }
}
