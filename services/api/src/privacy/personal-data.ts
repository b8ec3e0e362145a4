import { createHash, randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Db, Queries } from '../platform/database.ts';
import { hasEnded } from '../payments/settlement.ts';
import { among, personalTableList, type Person } from './personal-tables.ts';

async function findPerson(db: Queries, address: string): Promise<Person> {
  const email = address.trim().toLowerCase();
  const [leads, sessions] = await Promise.all([
    db
      .selectFrom('leads')
      .select(['email', 'visit_id'])
      .where(sql<string>`lower(email)`, '=', email)
      .execute(),
    db
      .selectFrom('checkout_sessions')
      .select(['id', 'email', 'visit_id', 'subscription_id'])
      .where(sql<string>`lower(email)`, '=', email)
      .execute(),
  ]);
  const sessionIds = sessions.map(({ id }) => id);
  const linked = await db
    .selectFrom('subscriptions')
    .select('id')
    .where(among('checkout_session_id', sessionIds))
    .execute();
  const rows = [...leads, ...sessions];
  const known = sessions.flatMap(({ subscription_id }) => subscription_id ?? []);
  return {
    email,
    emailSha256: createHash('sha256').update(email).digest('hex'),
    spellings: [...new Set([email, ...rows.map((row) => row.email)])],
    visitIds: [...new Set(rows.map(({ visit_id }) => visit_id))],
    sessionIds,
    subscriptionIds: [...new Set([...known, ...linked.map(({ id }) => id)])],
  };
}

type Row = Readonly<Record<string, unknown>>;

/** Every row about the address, by table. */
export async function exportPerson(db: Queries, address: string): Promise<Record<string, readonly Row[]>> {
  const person = await findPerson(db, address);
  const found: Record<string, readonly Row[]> = {};
  for (const [name, { about }] of personalTableList) {
    const query = sql<Row>`select * from ${sql.table(name)} where ${about(person)}`;
    found[name] = (await query.execute(db)).rows;
  }
  return found;
}

export interface Forgotten {
  /** Rows that were about the person, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Deliveries that will not happen any more, by kind. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Subscriptions that still bill. */
  readonly billing: readonly string[];
}

/**
 * Takes the person out of every row, in one transaction. Rows that figures are counted from stay, under an alias that
 * leads back to nobody; what was to be delivered is dropped. For an address that is not known nothing happens.
 */
export const forgetPerson = (db: Db, address: string): Promise<Forgotten> =>
  db.transaction().execute(async (trx) => {
    const person = await findPerson(trx, address);
    const before = await exportPerson(trx, address);
    const alias = `${randomUUID()}@removed.invalid`;

    for (const [name, { about, removes, forgets }] of personalTableList) {
      if (removes)
        await sql`delete from ${sql.table(name)} where ${about(person)} and ${removes}`.execute(trx);
      if (!forgets) continue;
      const changes = Object.entries(forgets(person, alias)).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      );
      await sql`update ${sql.table(name)} set ${sql.join(changes)} where ${about(person)}`.execute(trx);
    }
    for (const visitId of person.visitIds) {
      const newId = randomUUID();
      for (const [name, { hasVisit }] of personalTableList) {
        if (!hasVisit) continue;
        await sql`update ${sql.table(name)} set visit_id = ${newId} where visit_id = ${visitId}`.execute(trx);
      }
    }

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
    };
  });
