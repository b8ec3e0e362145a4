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
