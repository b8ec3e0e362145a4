import { sql, type RawBuilder } from 'kysely';

import type { Schema } from '../platform/schema.ts';

/** Whom a request is about, and all that is known to be theirs. */
export interface Person {
  /** In lower case. */
  readonly email: string;
  /** As ad platforms are told of it. */
  readonly emailSha256: string;
  /** As the address stands in rows. */
  readonly spellings: readonly string[];
  readonly visitIds: readonly string[];
  readonly sessionIds: readonly string[];
  readonly subscriptionIds: readonly string[];
}

interface PersonalTable {
  /** Whether a visit is named in it. Visits get new names, so that steps and sales still belong together, and to nobody. */
  readonly hasVisit?: boolean;
  /** Which rows are about the person. */
  readonly about: (person: Person) => RawBuilder<boolean>;
  /** Of these, the rows that go; none unless told. What figures are counted from stays. */
  readonly removes?: RawBuilder<boolean>;
  /** What is written, by column, over what told who it was. */
  readonly forgets?: (person: Person, alias: string) => Readonly<Record<string, RawBuilder<unknown>>>;
}

const all = sql<boolean>`1 = 1`;

/** False for all where there is no value. */
export const among = (column: string, values: readonly string[]) =>
  values.length > 0 ? sql<boolean>`${sql.ref(column)} in (${sql.join(values)})` : sql<boolean>`1 = 0`;

/** Rows in whose JSON the text stands as a whole value, whatever its case. */
function mentions(column: string, text: string) {
  const pattern = `%${JSON.stringify(text).replace(/[!%_]/g, '!$&')}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`;
}

/** The JSON of a column with the alias in place of the address. */
const aliased = (column: string, { spellings }: Person, alias: string) =>
  spellings.reduce(
    (text, spelling) => sql`replace(${text}, ${JSON.stringify(spelling)}, ${JSON.stringify(alias)})`,
    sql`${sql.ref(column)}`,
  );

const ofVisit: PersonalTable = { hasVisit: true, about: ({ visitIds }) => among('visit_id', visitIds) };
const ofAddress = ({ email }: Person) => sql<boolean>`lower(email) = ${email}`;

/** Every table that may tell of a person. */
const personalTables = {
  leads: {
    hasVisit: true,
    about: ofAddress,
    forgets: (_, alias) => ({
      email: sql`${alias}`,
      special_goal: sql`''`,
      quiz_answers: sql`'{}'`,
      answers_summary: sql`''`,
    }),
  },
  events: ofVisit,
  consents: ofVisit,
  checkout_leases: ofVisit,
  checkout_intents: {
    hasVisit: true,
    about: ({ email, visitIds }) => sql`(${among('visit_id', visitIds)} or ${mentions('intent', email)})`,
    removes: all,
  },
  checkout_sessions: {
    hasVisit: true,
    about: ofAddress,
    forgets: (_, alias) => ({ email: sql`${alias}`, client_secret: sql`''`, ad_trace: sql`null` }),
  },
  subscriptions: {
    about: ({ subscriptionIds }) => among('id', subscriptionIds),
    // With another address than before, the app would be told anew.
    forgets: (person, alias) => ({ announced: aliased('announced', person, alias) }),
  },
  activation_tokens: {
    about: ({ subscriptionIds }) => among('subscription_id', subscriptionIds),
    removes: all,
  },
  inbox: {
    about: ({ sessionIds, subscriptionIds }) => among('object_id', [...sessionIds, ...subscriptionIds]),
  },
  outbox: {
    hasVisit: true,
    about: ({ email, emailSha256, visitIds }) =>
      sql`(${among('visit_id', visitIds)} or ${mentions('payload', email)} or ${mentions('payload', emailSha256)})`,
    // The app must still hear when access ends, by the subscription's id.
    removes: sql`kind <> 'entitlement'`,
    forgets: (person, alias) => ({ payload: aliased('payload', person, alias) }),
  },
} as const satisfies Partial<Record<keyof Schema, PersonalTable>>;

export const personalTableList: readonly (readonly [name: string, table: PersonalTable])[] =
  Object.entries(personalTables);
