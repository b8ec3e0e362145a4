import type { Queries } from '../platform/database.ts';

interface ShownOffer {
  readonly visitId: string;
  readonly deadlineMs: number;
  /** A provisional deadline later than this may be replaced by the page's report. */
  readonly provisionalAfterMs: number;
  readonly nowMs: number;
}

/** Stores a deadline for the visit, unless it has an earlier one. */
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

interface Link {
  readonly emailSha256: string;
  readonly visitId: string;
  /** The keyed hash of the IP that submitted the email. */
  readonly network: string;
  readonly nowMs: number;
}

/**
 * Far more than the emails of a household's visit, or the visits of an email from one IP. A checkout reads them all, so without
 * a limit one visit could make everybody wait.
 */
const maxLinks = 50;

/** Leaves out the links of a visit that has `maxLinks` already, and of an email that has so many from its IP. */
async function withoutExcess(db: Queries, links: readonly Link[]): Promise<Link[]> {
  const crowded = (columns: readonly ('visit_id' | 'email_sha256' | 'network')[]) =>
    db
      .selectFrom('offer_emails')
      .select(columns)
      .groupBy(columns)
      .having(({ fn }) => fn.countAll<number>(), '>=', maxLinks);
  const visits = await crowded(['visit_id'])
    .where(
      'visit_id',
      'in',
      links.map(({ visitId }) => visitId),
    )
    .execute();
  const emails = await crowded(['email_sha256', 'network'])
    .where(
      'email_sha256',
      'in',
      links.map(({ emailSha256 }) => emailSha256),
    )
    .execute();
  return links.filter(
    (link) =>
      !visits.some(({ visit_id }) => visit_id === link.visitId) &&
      !emails.some((row) => row.email_sha256 === link.emailSha256 && row.network === link.network),
  );
}

/** Links visits to the emails submitted in them, with the IP of the first submission. */
export async function linkEmails(db: Queries, submitted: readonly Link[]): Promise<void> {
  const links = submitted.length === 0 ? [] : await withoutExcess(db, submitted);
  if (links.length === 0) return;
  await db
    .insertInto('offer_emails')
    .values(
      links.map(({ emailSha256, visitId, network, nowMs }) => ({
        email_sha256: emailSha256,
        visit_id: visitId,
        network,
        linked_at: nowMs,
      })),
    )
    .onConflict((conflict) => conflict.columns(['email_sha256', 'visit_id']).doNothing())
    .execute();
}

/** Returns the visit's own deadline, or null. */
export async function readDeadline(db: Queries, visitId: string): Promise<number | null> {
  const row = await db
    .selectFrom('offers')
    .select('deadline_at')
    .where('visit_id', '=', visitId)
    .executeTakeFirst();
  return row?.deadline_at ?? null;
}

/**
 * Returns the start of the first offer among other visits with the same email from the same IP, by the service's
 * clock, or null. The time that a page reported is ignored here, because it may be another person's page.
 */
export async function readFirstStart(db: Queries, visitId: string): Promise<number | null> {
  const { startedAt } = await db
    .selectFrom('offers')
    .select(({ fn }) => fn.min('started_at').as('startedAt'))
    .where('visit_id', '<>', visitId)
    .where('visit_id', 'in', (query) =>
      query
        .selectFrom('offer_emails as own')
        .innerJoin('offer_emails as other', (join) =>
          join
            .onRef('other.email_sha256', '=', 'own.email_sha256')
            .onRef('other.network', '=', 'own.network'),
        )
        .select('other.visit_id')
        .where('own.visit_id', '=', visitId),
    )
    .executeTakeFirstOrThrow();
  return startedAt;
}
