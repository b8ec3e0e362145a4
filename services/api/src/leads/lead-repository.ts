import type { Db, Queries } from '../platform/database.ts';
import type { LeadRow } from '../platform/schema.ts';

/** The ids of those that are new; a lead that is known already stays as it was first sent. */
export async function insertLeads(db: Queries, leads: readonly LeadRow[]): Promise<ReadonlySet<string>> {
  const inserted = await db
    .insertInto('leads')
    .values([...leads])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
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
