import { sql, type RawBuilder } from 'kysely';

import { mailboxHashes } from '../emails/unsubscribe-link.ts';
import { hashEmail } from '../platform/emails/hash-email.ts';
import type { Schema } from '../platform/schema.ts';

/** The spellings of a person's email, and the ids of the rows that belong to them. */
export interface PersonRows {
  /** The email as stored in rows, and as requested. */
  readonly spellings: readonly string[];
  readonly leadIds: readonly string[];
  /** Visits in which the email was submitted. Other people may have submitted theirs in the same visit. */
  readonly visitIds: readonly string[];
  /** The visits in `visitIds` that contain no other person's email. */
  readonly unsharedVisitIds: readonly string[];
  /** The hashes of the emails that other people left in these visits. */
  readonly otherEmailHashes: readonly string[];
  /** The events of the leads and checkout sessions of other people in these visits. */
  readonly otherEventIds: readonly string[];
  readonly sessionIds: readonly string[];
  readonly subscriptionIds: readonly string[];
  readonly deliveryIds: readonly string[];
  /** Visits whose checkout in progress is for the email. */
  readonly intentVisitIds: readonly string[];
}

interface PersonalTable {
  /**
   * Whether its rows name a visit. Visits get new ids, so that steps and purchases stay connected, but are anonymous. A visit
   * that another person uses keeps its id: that person's consent and purchase are found by the id in the browser's cookie.
   */
  readonly hasVisit?: boolean;
  /** The rows about the person. */
  readonly isAbout: (person: PersonRows) => RawBuilder<boolean>;
  /** Which of these rows are deleted. None by default, because analytics count them. */
  readonly deletes?: RawBuilder<boolean>;
  /** Why an erasure leaves its rows as they are, as the report of the erasure says. */
  readonly keptBecause?: string;
  /** The values that replace identifying columns. */
  readonly overwrites?: (person: PersonRows, alias: string) => Readonly<Record<string, RawBuilder<unknown>>>;
}

const all = sql<boolean>`1 = 1`;
const none = sql<boolean>`1 = 0`;

/** Always false if there are no values. */
export const isIn = (column: string, values: readonly string[]) =>
  values.length > 0 ? sql<boolean>`${sql.ref(column)} in (${sql.join(values)})` : none;

/** The JSON of a column with the alias instead of the email. */
const withAlias = (column: string, { spellings }: PersonRows, alias: string) =>
  spellings.reduce(
    (text, spelling) => sql`replace(${text}, ${JSON.stringify(spelling)}, ${JSON.stringify(alias)})`,
    sql`${sql.ref(column)}`,
  );

const visitTable: PersonalTable = { hasVisit: true, isAbout: ({ visitIds }) => isIn('visit_id', visitIds) };

/** Every table that may contain personal data. The email is also removed from any other text in them. */
const personalTables = {
  leads: {
    hasVisit: true,
    isAbout: ({ leadIds }) => isIn('id', leadIds),
    overwrites: (_, alias) => ({
      email: sql`${alias}`,
      special_goal: sql`''`,
      quiz_answers: sql`'{}'`,
      answers_summary: sql`''`,
    }),
  },
  // Events of pages contain no email, so they count as data of everyone who used the visit.
  events: {
    hasVisit: true,
    isAbout: ({ visitIds, otherEventIds }) =>
      sql<boolean>`(${isIn('visit_id', visitIds)} and not ${isIn('id', otherEventIds)})`,
  },
  visits: visitTable,
  exposures: visitTable,
  consents: visitTable,
  checkout_leases: visitTable,
  offers: { ...visitTable, deletes: all },
  offer_emails: {
    hasVisit: true,
    isAbout: ({ spellings, visitIds, otherEmailHashes }) =>
      sql<boolean>`(${isIn('email_sha256', spellings.map(hashEmail))}
        or (${isIn('visit_id', visitIds)} and not ${isIn('email_sha256', otherEmailHashes)}))`,
    deletes: all,
  },
  checkout_intents: {
    hasVisit: true,
    isAbout: ({ intentVisitIds }) => isIn('visit_id', intentVisitIds),
    deletes: all,
  },
  checkout_sessions: {
    hasVisit: true,
    isAbout: ({ sessionIds }) => isIn('id', sessionIds),
    overwrites: (_, alias) => ({
      email: sql`${alias}`,
      client_secret: sql`''`,
      ad_trace: sql`null`,
      quiz_state: sql`null`,
    }),
  },
  subscriptions: {
    isAbout: ({ subscriptionIds }) => isIn('id', subscriptionIds),
    // The app would be notified of another email than before.
    overwrites: (person, alias) => ({ announced: withAlias('announced', person, alias) }),
  },
  activation_tokens: {
    isAbout: ({ subscriptionIds }) => isIn('subscription_id', subscriptionIds),
    deletes: all,
  },
  inbox: {
    isAbout: ({ sessionIds, subscriptionIds }) => isIn('object_id', [...sessionIds, ...subscriptionIds]),
  },
  outbox: {
    hasVisit: true,
    isAbout: ({ deliveryIds }) => isIn('id', deliveryIds),
    // The app must still be notified when access ends, by the subscription's id.
    deletes: sql`kind <> 'entitlement'`,
    overwrites: (person, alias) => ({ payload: withAlias('payload', person, alias) }),
  },
  payments: { isAbout: ({ subscriptionIds }) => isIn('subscription_id', subscriptionIds) },
  unsubscribed_emails: {
    keptBecause: 'The email stays unsubscribed: its hash is kept for that.',
    isAbout: ({ spellings }) => isIn('email_sha256', spellings.flatMap(mailboxHashes)),
  },
  // About releases and experiments, but a note or reason may name a visitor.
  release_audit: { isAbout: () => none },
  version_audit: { isAbout: () => none },
  experiment_decisions: { isAbout: () => none },
} as const satisfies Partial<Record<keyof Schema, PersonalTable>>;

export const personalTableList: readonly (readonly [name: string, table: PersonalTable])[] =
  Object.entries(personalTables);
