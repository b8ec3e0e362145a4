import { randomUUID } from 'node:crypto';

import { purgeDeleted } from '@funnel/service-kit/database/purge-deleted';
import { sql } from 'kysely';

import { hasEnded } from '../billing/payment-state.ts';
import type { Database, Db, Queries } from '../platform/database.ts';
import { hashEmail } from '../platform/hash-email.ts';
import { addressInText } from './email-in-text.ts';
import { among, mentions, personalTableList, withAddress, type Person } from './personal-tables.ts';
import { findRemaining, removeMentions } from './remove-mentions.ts';

/** What goes, or went, to somebody of an address; and what tells of its visits without telling of another address. */
async function findDeliveries(
  db: Db,
  spellings: readonly string[],
  visitIds: readonly string[],
): Promise<string[]> {
  const hashes = [...new Set(spellings.map(hashEmail))];
  const found = await db
    .selectFrom('outbox')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('kind', '<>', 'conversion'), mentions('payload', spellings)]),
        where.and([where('kind', '=', 'conversion'), mentions('payload', hashes)]),
        where.and([
          where('kind', '=', 'conversion'),
          among('visit_id', visitIds),
          where('payload', 'not like', '%"emailSha256":%'),
        ]),
      ]),
    )
    .execute();
  return found.map(({ id }) => id);
}

async function findPerson(db: Db, typed: string): Promise<Person> {
  const address = typed.trim();
  const [leads, sessions] = await Promise.all([
    db.selectFrom('leads').select(['id', 'email', 'visit_id']).where(withAddress(address)).execute(),
    db
      .selectFrom('checkout_sessions')
      .select(['id', 'email', 'visit_id', 'subscription_id'])
      .where(withAddress(address))
      .execute(),
  ]);
  const rows = [...leads, ...sessions];
  const spellings = [...new Set([address.toLowerCase(), address, ...rows.map(({ email }) => email)])];
  const visitIds = [...new Set(rows.map(({ visit_id }) => visit_id))];
  const sessionIds = sessions.map(({ id }) => id);
  const linked = await db
    .selectFrom('subscriptions')
    .select('id')
    .where(among('checkout_session_id', sessionIds))
    .execute();
  const known = sessions.flatMap(({ subscription_id }) => subscription_id ?? []);
  return {
    spellings,
    leadIds: leads.map(({ id }) => id),
    visitIds,
    sessionIds,
    subscriptionIds: [...new Set([...known, ...linked.map(({ id }) => id)])],
    deliveryIds: await findDeliveries(db, spellings, visitIds),
  };
}

type Row = Readonly<Record<string, unknown>>;

async function rowsAbout(db: Db, person: Person): Promise<Record<string, readonly Row[]>> {
  const found: Record<string, readonly Row[]> = {};
  for (const [name, { about }] of personalTableList) {
    const query = sql<Row>`select * from ${sql.table(name)} where ${about(person)}`;
    found[name] = (await query.execute(db)).rows;
  }
  return found;
}

/** Every row about the address, by table. */
export const exportPerson = async (db: Db, address: string) => rowsAbout(db, await findPerson(db, address));

export interface ErasureResult {
  /** Rows that were about the person, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Deliveries that will not happen any more, by kind. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Subscriptions that still bill. */
  readonly billing: readonly string[];
  /** Rows in which the address stood in some other text. */
  readonly mentions: number;
  /** Columns that still hold it, of tables that are not about visitors. */
  readonly remaining: readonly string[];
}

async function anonymizeRows(db: Queries, person: Person): Promise<void> {
  const alias = `${randomUUID()}@removed.invalid`;
  for (const [name, { about, removes, forgets }] of personalTableList) {
    if (removes) await sql`delete from ${sql.table(name)} where ${about(person)} and ${removes}`.execute(db);
    if (!forgets) continue;
    const changes = Object.entries(forgets(person, alias)).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    );
    await sql`update ${sql.table(name)} set ${sql.join(changes)} where ${about(person)}`.execute(db);
  }
  for (const visitId of person.visitIds) {
    const newId = randomUUID();
    for (const [name, { hasVisit }] of personalTableList) {
      if (!hasVisit) continue;
      await sql`update ${sql.table(name)} set visit_id = ${newId} where visit_id = ${visitId}`.execute(db);
    }
  }
}

/**
 * Takes the person out of every row, in one transaction; then the address out of every other text, and out of what the
 * database's files keep of deleted rows. Rows that figures are counted from stay, under an alias that leads back to
 * nobody; what was to be delivered is dropped. For an address that is not known no row is changed.
 */
export async function erasePerson(database: Database, address: string): Promise<ErasureResult> {
  const { db } = database;
  // Looked for before the transaction begins: on SQLite that one keeps leads waiting.
  const person = await findPerson(db, address);
  const before = await rowsAbout(db, person);
  await db.transaction().execute((trx) => anonymizeRows(trx, person));
  const text = addressInText(address);
  const mentions = await removeMentions(database, text);
  await purgeDeleted(
    database,
    personalTableList.map(([name]) => name),
  );

  const dropped: Record<string, number> = {};
  for (const { kind, state } of before['outbox'] ?? []) {
    if (state === 'waiting' && kind !== 'entitlement')
      dropped[String(kind)] = (dropped[String(kind)] ?? 0) + 1;
  }
  return {
    rows: Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])),
    dropped,
    billing: (before['subscriptions'] ?? []).flatMap(({ id, status }) =>
      hasEnded(String(status)) ? [] : [String(id)],
    ),
    mentions,
    remaining: await findRemaining(database, text),
  };
}
