import type { Queries } from '../platform/database.ts';

interface ShownOffer {
  readonly visitId: string;
  readonly deadlineMs: number;
  /** Provisional deadlines later than this give way to the page's own report. */
  readonly provisionalAfterMs: number;
  readonly nowMs: number;
}

/** Stores a deadline for the visit, unless it has one that is as early. */
export async function saveEarliestDeadline(
  db: Queries,
  { visitId, deadlineMs, provisionalAfterMs, nowMs }: ShownOffer,
): Promise<void> {
  const offer = { deadline_at: deadlineMs, is_provisional: 0 };
  await db
    .insertInto('offers')
    .values({ visit_id: visitId, started_at: nowMs, ...offer })
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

interface ProvisionalOffer {
  readonly visitId: string;
  readonly deadlineMs: number;
  readonly nowMs: number;
}

/** Stores a provisional deadline for a visit that has none. */
export async function saveProvisionalDeadline(
  db: Queries,
  { visitId, deadlineMs, nowMs }: ProvisionalOffer,
): Promise<void> {
  await db
    .insertInto('offers')
    .values({ visit_id: visitId, deadline_at: deadlineMs, started_at: nowMs, is_provisional: 1 })
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

/** The visit's own deadline; null where it has none. */
export async function readDeadline(db: Queries, visitId: string): Promise<number | null> {
  const row = await db
    .selectFrom('offers')
    .select('deadline_at')
    .where('visit_id', '=', visitId)
    .executeTakeFirst();
  return row?.deadline_at ?? null;
}

/**
 * When the first offer of the other visits that share an email with this one began, by the service's own clock; null where there is
 * none. What a page has said of the time left does not count here: it may be another person's page.
 */
export async function readFirstStart(db: Queries, visitId: string): Promise<number | null> {
  const { startedAt } = await db
    .selectFrom('offers')
    .select(({ fn }) => fn.min('started_at').as('startedAt'))
    .where('visit_id', '<>', visitId)
    .where('visit_id', 'in', (query) =>
      query
        .selectFrom('offer_emails as own')
        .innerJoin('offer_emails as other', 'other.email_sha256', 'own.email_sha256')
        .select('other.visit_id')
        .where('own.visit_id', '=', visitId),
    )
    .executeTakeFirstOrThrow();
  return startedAt;
}
