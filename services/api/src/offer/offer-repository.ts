import type { Queries } from '../platform/database.ts';

interface ShownOffer {
  readonly visitId: string;
  readonly deadlineMs: number;
  /** Provisional deadlines later than this give way to the page's own report. */
  readonly provisionalAfterMs: number;
}

/** Stores a deadline for the visit, unless it has one that is as early. */
export async function keepEarliestDeadline(
  db: Queries,
  { visitId, deadlineMs, provisionalAfterMs }: ShownOffer,
): Promise<void> {
  const offer = { deadline_at: deadlineMs, is_provisional: 0 };
  await db
    .insertInto('offers')
    .values({ visit_id: visitId, ...offer })
    .onConflict((conflict) =>
      conflict
        .column('visit_id')
        .doUpdateSet(offer)
        .where((by) =>
          by.or([
            by('offers.deadline_at', '>', deadlineMs),
            by.and([by('offers.is_provisional', '=', 1), by('offers.deadline_at', '>', provisionalAfterMs)]),
          ]),
        ),
    )
    .execute();
}

/** Stores a provisional deadline for a visit that has none. */
export async function keepProvisionalDeadline(
  db: Queries,
  visitId: string,
  deadlineMs: number,
): Promise<void> {
  await db
    .insertInto('offers')
    .values({ visit_id: visitId, deadline_at: deadlineMs, is_provisional: 1 })
    .onConflict((conflict) => conflict.column('visit_id').doNothing())
    .execute();
}

/** Ties visits to the emails given in them. */
export async function linkEmails(
  db: Queries,
  links: readonly { readonly emailSha256: string; readonly visitId: string }[],
): Promise<void> {
  if (links.length === 0) return;
  await db
    .insertInto('offer_emails')
    .values(links.map(({ emailSha256, visitId }) => ({ email_sha256: emailSha256, visit_id: visitId })))
    .onConflict((conflict) => conflict.columns(['email_sha256', 'visit_id']).doNothing())
    .execute();
}

/** The earliest deadline of the visit and of every visit that shares an email with it; null where there is none. */
export async function earliestDeadline(db: Queries, visitId: string): Promise<number | null> {
  const { deadlineMs } = await db
    .selectFrom('offers')
    .select(({ fn }) => fn.min('deadline_at').as('deadlineMs'))
    .where((by) =>
      by.or([
        by('visit_id', '=', visitId),
        by('visit_id', 'in', (query) =>
          query
            .selectFrom('offer_emails as own')
            .innerJoin('offer_emails as other', 'other.email_sha256', 'own.email_sha256')
            .select('other.visit_id')
            .where('own.visit_id', '=', visitId),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return deadlineMs;
}
