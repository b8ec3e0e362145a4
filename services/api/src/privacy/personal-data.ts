import { randomUUID } from 'node:crypto';

import { checkEmail, trimEmail } from '@funnel/contracts/email';
import { purgeDeleted } from '@funnel/service-kit/database/purge-deleted';
import { describeError } from '@funnel/service-kit/log';
import { sql } from 'kysely';

import { hasEnded } from '../billing/payment-state.ts';
import type { Database, Db, Queries } from '../platform/database.ts';
import { hashEmail } from '../platform/emails/hash-email.ts';
import { createAlias, isAlias, removedEmail } from '../platform/emails/removed-email.ts';
import { isSameEmail, mayContainEmail } from '../platform/emails/same-email.ts';
import { eventIdOf } from '../tracking/conversions/conversion.ts';
import { emailOrHashIn } from './email-in-payload.ts';
import { createEmailMatcher } from './email-in-text.ts';
import { isIn, personalTableList, type PersonRows } from './personal-tables.ts';
import { findRemaining, removeMentions } from './remove-mentions.ts';

/** Finds deliveries about the person with the email, and conversions of its visits that contain no other email. */
async function findDeliveries(
  db: Db,
  email: string,
  spellings: readonly string[],
  visitIds: readonly string[],
): Promise<string[]> {
  const hashes = new Set(spellings.map(hashEmail));
  const hasHash = [...hashes].map((hash) => sql<boolean>`payload like ${`%"${hash}"%`}`);
  const mayBeAboutPerson = sql<boolean>`(${sql.join([mayContainInJson('payload', email), ...hasHash], sql` or `)})`;
  const [found, anonymous] = await Promise.all([
    db.selectFrom('outbox').select(['id', 'payload']).where(mayBeAboutPerson).execute(),
    db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'conversion')
      .where(isIn('visit_id', visitIds))
      .where('payload', 'not like', '%"emailSha256":%')
      .execute(),
  ]);
  const aboutPerson = found.filter(({ payload }) => {
    const emailOrHash = emailOrHashIn(payload);
    return emailOrHash !== null && (hashes.has(emailOrHash) || isOwnEmail(emailOrHash, email));
  });
  return [...aboutPerson, ...anonymous].map(({ id }) => id);
}

/** Finds the visits whose checkout in progress is for the email. */
async function findIntents(db: Db, email: string): Promise<string[]> {
  const found = await db
    .selectFrom('checkout_intents')
    .select(['visit_id', 'intent'])
    .where(mayContainInJson('intent', email))
    .execute();
  return found
    .filter(({ intent }) => isOwnEmail(emailOrHashIn(intent) ?? '', email))
    .map(({ visit_id }) => visit_id);
}

/** Rows whose JSON may contain the email in a value. */
const mayContainInJson = (column: string, email: string) =>
  mayContainEmail(column, JSON.stringify(email).slice(1, -1));

/**
 * What other people left in these visits: the hashes of their emails, and the events of their leads and checkout sessions.
 * Somebody who was erased before has left events, and no email.
 */
async function findOthers(
  db: Db,
  spellings: readonly string[],
  visitIds: readonly string[],
): Promise<Pick<PersonRows, 'unsharedVisitIds' | 'otherEmailHashes' | 'otherEventIds'>> {
  const own = new Set(spellings.map(hashEmail));
  const isOther = ({ email }: { readonly email: string }) => !own.has(hashEmail(email));
  const [leads, sessions] = await Promise.all([
    db.selectFrom('leads').select(['id', 'email', 'visit_id']).where(isIn('visit_id', visitIds)).execute(),
    db
      .selectFrom('checkout_sessions')
      .select(['id', 'email', 'visit_id'])
      .where(isIn('visit_id', visitIds))
      .where('email', '<>', removedEmail)
      .execute(),
  ]);
  const [otherLeads, otherSessions] = [leads.filter(isOther), sessions.filter(isOther)];
  const others = [...otherLeads, ...otherSessions].filter(({ email }) => !isAlias(email));
  const sharedVisitIds = new Set(others.map(({ visit_id }) => visit_id));
  return {
    unsharedVisitIds: visitIds.filter((id) => !sharedVisitIds.has(id)),
    otherEmailHashes: [...new Set(others.map(({ email }) => hashEmail(email)))],
    otherEventIds: [
      ...otherLeads.map(({ id }) => eventIdOf('Lead', id)),
      ...otherSessions.flatMap(({ id }) => [eventIdOf('InitiateCheckout', id), eventIdOf('Purchase', id)]),
    ],
  };
}

/**
 * Removes what phones and copied links add around an email: `ada@example.com.`, `mailto:ada@example.com?subject=Hi`,
 * `Ada<ada@example.com>`.
 */
function withoutPunctuation(typed: string): string {
  const email = trimEmail(typed);
  const [, bracketed = email] = /<([^<>]+)>$/.exec(email) ?? [];
  const rest = bracketed
    .replace(/(@[^?]*)\?.*$/, '$1')
    .replace(/^(?:mailto:|[<("'[“‘„«])+/i, '')
    .replace(/[>)"'\]”’“».,;:!]+$/, '');
  // A shorter text than an email would match the texts of others.
  return checkEmail(rest) === 'ok' ? rest : email;
}

/** Whether a stored email, without its punctuation, is the given one, which `withoutPunctuation` has returned. */
const isOwnEmail = (stored: string, email: string): boolean => isSameEmail(withoutPunctuation(stored), email);

async function findPerson(db: Db, typed: string): Promise<PersonRows> {
  const email = withoutPunctuation(typed);
  const candidates = await Promise.all([
    db
      .selectFrom('leads')
      .select(['id', 'email', 'visit_id'])
      .where(mayContainEmail('email', email))
      .execute(),
    db
      .selectFrom('checkout_sessions')
      .select(['id', 'email', 'visit_id', 'subscription_id'])
      .where(mayContainEmail('email', email))
      .execute(),
  ]);
  const isOwn = (row: { readonly email: string }) => isOwnEmail(row.email, email);
  const [leads, sessions] = [candidates[0].filter(isOwn), candidates[1].filter(isOwn)];
  const rows = [...leads, ...sessions];
  const requested = [email, trimEmail(typed)].flatMap((spelling) => [spelling.toLowerCase(), spelling]);
  const spellings = [...new Set([...requested, ...rows.map((row) => row.email)])];
  const visitIds = [...new Set(rows.map(({ visit_id }) => visit_id))];
  const sessionIds = sessions.map(({ id }) => id);
  const linked = await db
    .selectFrom('subscriptions')
    .select('id')
    .where(isIn('checkout_session_id', sessionIds))
    .execute();
  const knownIds = sessions.flatMap(({ subscription_id }) => subscription_id ?? []);
  return {
    spellings,
    leadIds: leads.map(({ id }) => id),
    visitIds,
    ...(await findOthers(db, spellings, visitIds)),
    sessionIds,
    subscriptionIds: [...new Set([...knownIds, ...linked.map(({ id }) => id)])],
    deliveryIds: await findDeliveries(db, email, spellings, visitIds),
    intentVisitIds: await findIntents(db, email),
  };
}

type Row = Readonly<Record<string, unknown>>;

async function readRows(db: Db, person: PersonRows): Promise<Record<string, readonly Row[]>> {
  const found: Record<string, readonly Row[]> = {};
  for (const [name, { isAbout }] of personalTableList) {
    const query = sql<Row>`select * from ${sql.table(name)} where ${isAbout(person)}`;
    found[name] = (await query.execute(db)).rows;
  }
  return found;
}

interface PersonExport {
  /** Every row about the email's owner, by table. */
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  /** How many other emails were left in the visits of the email. Their rows are not exported. */
  readonly otherEmails: number;
}

/** Reads what is stored about an email. Rows of other emails are left out, because they may be about other people. */
export async function exportPerson(db: Db, email: string): Promise<PersonExport> {
  const person = await findPerson(db, email);
  return { tables: await readRows(db, person), otherEmails: person.otherEmailHashes.length };
}

export interface ErasureResult {
  /** Rows about the person, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Deliveries that were deleted before they were sent, by kind. */
  readonly deletedDeliveries: Readonly<Record<string, number>>;
  /** Subscriptions that still bill. */
  readonly billing: readonly string[];
  /** Checkout sessions whose form is open at the payment provider. */
  readonly payable: readonly string[];
  /** Rows with the email in some other text. */
  readonly mentions: number;
  /** Why some rows about the person stay. */
  readonly staying: readonly string[];
  /** Columns that still contain the email, in tables that are not about visitors. */
  readonly remaining: readonly string[];
  /** Why some text or deleted data may still contain the email; null if none does. */
  readonly unfinished: string | null;
}

async function anonymizeRows(db: Queries, person: PersonRows): Promise<void> {
  const alias = createAlias();
  for (const [name, { isAbout, deletes, overwrites }] of personalTableList) {
    if (deletes)
      await sql`delete from ${sql.table(name)} where ${isAbout(person)} and ${deletes}`.execute(db);
    if (!overwrites) continue;
    const changes = Object.entries(overwrites(person, alias)).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    );
    await sql`update ${sql.table(name)} set ${sql.join(changes)} where ${isAbout(person)}`.execute(db);
  }
  for (const visitId of person.unsharedVisitIds) {
    const newId = randomUUID();
    for (const [name, { hasVisit }] of personalTableList) {
      if (!hasVisit) continue;
      await sql`update ${sql.table(name)} set visit_id = ${newId} where visit_id = ${visitId}`.execute(db);
    }
  }
}

/**
 * Removes the email from all other texts, and deleted rows from the database's files. An error is part of the result:
 * by then the rows are anonymized, so only this run can report what the person still pays.
 */
async function removeTraces(
  database: Database,
  email: string,
): Promise<Pick<ErasureResult, 'mentions' | 'remaining' | 'unfinished'>> {
  const text = createEmailMatcher(email);
  let mentions = 0;
  let remaining: string[] = [];
  try {
    mentions = await removeMentions(database, text);
    remaining = await findRemaining(database, text);
    await purgeDeleted(
      database,
      personalTableList.map(([name]) => name),
    );
    return { mentions, remaining, unfinished: null };
  } catch (error) {
    return { mentions, remaining, unfinished: describeError(error).message };
  }
}

/**
 * Anonymizes every row about the person in one transaction, then removes the email from all other texts, and from
 * deleted rows in the database's files. Rows that analytics count stay, under an alias that cannot be traced back.
 * Deliveries are deleted, except those of subscriptions. For an unknown email no row is changed.
 */
export async function erasePerson(database: Database, email: string): Promise<ErasureResult> {
  const { db } = database;
  // Searched before the transaction, which blocks leads on SQLite.
  const person = await findPerson(db, email);
  const before = await readRows(db, person);
  await db.transaction().execute((trx) => anonymizeRows(trx, person));
  const traces = await removeTraces(database, withoutPunctuation(email));

  const deletedDeliveries: Record<string, number> = {};
  for (const { kind, state } of before['outbox'] ?? []) {
    if (state === 'waiting' && kind !== 'entitlement')
      deletedDeliveries[String(kind)] = (deletedDeliveries[String(kind)] ?? 0) + 1;
  }
  const countOf = (name: string) => before[name]?.length ?? 0;
  const erased = personalTableList.filter(([, { keptBecause }]) => !keptBecause);
  return {
    rows: Object.fromEntries(erased.map(([name]) => [name, countOf(name)])),
    deletedDeliveries,
    billing: (before['subscriptions'] ?? []).flatMap(({ id, status }) =>
      hasEnded(String(status)) ? [] : [String(id)],
    ),
    payable: (before['checkout_sessions'] ?? []).flatMap(({ id, status }) =>
      status === 'open' ? [String(id)] : [],
    ),
    staying: personalTableList.flatMap(([name, { keptBecause }]) =>
      keptBecause && countOf(name) > 0 ? keptBecause : [],
    ),
    ...traces,
  };
}
