import { sql, type RawBuilder } from 'kysely';

import { hashEmail } from '../platform/hash-email.ts';
import type { Schema } from '../platform/schema.ts';

/** Whom a request is about, and all that is known to be theirs. */
export interface Person {
  /** As the address stands in rows, and as it was asked for. */
  readonly spellings: readonly string[];
  readonly leadIds: readonly string[];
  /** Visits in which the address was left. Others may have left theirs in the same. */
  readonly visitIds: readonly string[];
  readonly sessionIds: readonly string[];
  readonly subscriptionIds: readonly string[];
  readonly deliveryIds: readonly string[];
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

/** Rows with this address. Databases know lower case of the letters a to z at least; of others, the spelling given. */
export const withAddress = (address: string) =>
  sql<boolean>`(lower(email) = ${address.toLowerCase()} or email = ${address})`;

/** Rows in whose JSON one of the texts stands as a whole value. */
export const mentions = (column: string, texts: readonly string[]) =>
  sql<boolean>`(${sql.join(
    texts.map((text) => {
      const pattern = `%${JSON.stringify(text).replace(/[!%_]/g, '!$&')}%`;
      return sql`${sql.ref(column)} like ${pattern} escape '!' or lower(${sql.ref(column)}) like ${pattern.toLowerCase()} escape '!'`;
    }),
    sql` or `,
  )})`;

/** The JSON of a column with the alias in place of the address. */
const aliased = (column: string, { spellings }: Person, alias: string) =>
  spellings.reduce(
    (text, spelling) => sql`replace(${text}, ${JSON.stringify(spelling)}, ${JSON.stringify(alias)})`,
    sql`${sql.ref(column)}`,
  );

const ofVisit: PersonalTable = { hasVisit: true, about: ({ visitIds }) => among('visit_id', visitIds) };

/** Every table that may hold something about a person. In all of them the address is also removed from any other text. */
const personalTables = {
  leads: {
    hasVisit: true,
    about: ({ leadIds }) => among('id', leadIds),
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
  offers: { ...ofVisit, removes: all },
  offer_emails: {
    hasVisit: true,
    about: ({ spellings, visitIds }) =>
      sql<boolean>`(${among('email_sha256', spellings.map(hashEmail))} or ${among('visit_id', visitIds)})`,
    removes: all,
  },
  checkout_intents: {
    hasVisit: true,
    about: ({ spellings }) => mentions('intent', spellings),
    removes: all,
  },
  checkout_sessions: {
    hasVisit: true,
    about: ({ sessionIds }) => among('id', sessionIds),
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
    about: ({ deliveryIds }) => among('id', deliveryIds),
    // The app must still hear when access ends, by the subscription's id.
    removes: sql`kind <> 'entitlement'`,
    forgets: (person, alias) => ({ payload: aliased('payload', person, alias) }),
  },
  // About releases; a note may name a visitor.
  release_audit: { about: () => sql<boolean>`1 = 0` },
} as const satisfies Partial<Record<keyof Schema, PersonalTable>>;

export const personalTableList: readonly (readonly [name: string, table: PersonalTable])[] =
  Object.entries(personalTables);

/** The other tables, and why erasure leaves them alone. */
export const impersonalTables: Readonly<Record<string, string>> = {
  settings: 'values of the service itself',
  breakers: 'names of destinations',
  rate_limits: 'counts of a minute by network, on PostgreSQL alone',
  files: 'published files, equal for everybody',
  builds: 'published builds, equal for everybody',
  release_sets: 'release sets, equal for everybody',
  release_set_members: 'release sets, equal for everybody',
  channels: 'which set is live',
  operator_tokens: 'names of operators, who are no visitors',
  operator_sessions: 'hashes of the sessions of operators',
  build_files: 'which build has which file',
  pending_uploads: 'files that no build names yet',
};
