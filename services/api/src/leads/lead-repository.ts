import type { Db, Queries } from '../platform/database.ts';
import type { LeadRow } from '../platform/schema.ts';

/** Whether the lead is new; one that is known already stays as it was first sent. */
export async function insertLead(db: Queries, lead: LeadRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('leads')
    .values(lead)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const pageSize = 500;

/** Every lead in the order it came, read page by page, so that an export of any size needs little memory. */
export async function* allLeads(db: Db): AsyncGenerator<LeadRow> {
  let last: LeadRow | undefined;
  for (;;) {
    let query = db.selectFrom('leads').selectAll().orderBy('received_at').orderBy('id').limit(pageSize);
    if (last) {
      const { received_at, id } = last;
      query = query.where((by) =>
        by.or([
          by('received_at', '>', received_at),
          by.and([by('received_at', '=', received_at), by('id', '>', id)]),
        ]),
      );
    }
    const page = await query.execute();
    yield* page;
    last = page.at(-1);
    if (page.length < pageSize) return;
  }
}
