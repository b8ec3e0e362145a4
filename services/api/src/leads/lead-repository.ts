import { sql } from 'kysely';

import type { Db, Queries } from '../platform/database.ts';
import { isSameEmail } from '../platform/emails/same-email.ts';
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

/** The visit and the email that a lead id belongs to. */
export type LeadOwner = Pick<LeadRow, 'visit_id' | 'email'>;

/** The owner of each of these leads, by lead id. */
export async function ownersOfLeads(
  db: Queries,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, LeadOwner>> {
  const rows = await db
    .selectFrom('leads')
    .select(['id', 'visit_id', 'email'])
    .where('id', 'in', leadIds)
    .execute();
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
}

/** The newest leads of a visit. Reading all of a visit with very many would make others wait. */
const newestOf = (visitId: string) =>
  sql`(select * from leads where visit_id = ${visitId} order by received_at desc limit 50) as newest`;

/** The leads that these visits made lately by opening a checkout. */
export async function checkoutLeadsOf(
  db: Queries,
  visitIds: readonly string[],
): Promise<Pick<LeadRow, 'visit_id' | 'email' | 'special_goal' | 'quiz_answers'>[]> {
  // Few visits have one, and a part of a query for each visit takes time to plan.
  const visits = await db
    .selectFrom('leads')
    .select('visit_id')
    .distinct()
    .where('visit_id', 'in', visitIds)
    // A literal, because the index of these rows is for this step only.
    .where('step', '=', sql.lit(checkoutStep))
    .execute();
  if (visits.length === 0) return [];
  const leads = visits.map(
    ({ visit_id }) => sql`
      select visit_id, email, special_goal, quiz_answers from ${newestOf(visit_id)} where step = ${checkoutStep}`,
  );
  return (await sql<LeadRow>`${sql.join(leads, sql` union all `)}`.execute(db)).rows;
}

/** Whether the visit has lately sent a lead with this email, in upper or lower case. */
export async function hasLead(db: Queries, visitId: string, email: string): Promise<boolean> {
  const { rows } = await sql<Pick<LeadRow, 'email'>>`select email from ${newestOf(visitId)}`.execute(db);
  return rows.some((lead) => isSameEmail(lead.email, email));
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
