import { createHmac } from 'node:crypto';

import { isLocale, type Locale } from '@funnel/contracts/content/locales';
import { currencySchema } from '@funnel/contracts/money';
import { planIdSchema } from '@funnel/contracts/plans';

import { enqueueAll, enqueuedIds } from '../deliveries/outbox-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { isAlias } from '../platform/emails/removed-email.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import { storedQuizState } from '../platform/stored-quiz-state.ts';
import type { Email } from './email.ts';
import { emailDestinationName } from './local-mailbox.ts';
import { mailboxHashes } from './unsubscribe-link.ts';
import { unsubscribedHashes } from './unsubscribed-repository.ts';

interface PlanRecipient {
  readonly email: string;
  readonly quizAnswers: Readonly<Record<string, string>>;
  readonly specialGoal: string | null;
  readonly locale: Locale;
  /** The origin under which the visitor sees the site. */
  readonly origin: string;
  readonly visitId: string;
  readonly setId: string | null;
}

/** The visit that caused the email, and its release set. */
type CausingVisit = Pick<PlanRecipient, 'visitId' | 'setId'>;

const deliveryOf = (destination: string, id: string, email: Email, { visitId, setId }: CausingVisit) => ({
  id,
  destination,
  kind: 'email',
  payload: JSON.stringify(email),
  visit_id: visitId,
  set_id: setId,
});

/** The same for every spelling of an email. It is keyed, because ids are logged. */
export const planEmailId = ({ keys }: Pick<AppContext, 'keys'>, mailboxHash: string): string =>
  `email_plan_${createHmac('sha256', keys('email-id')).update(mailboxHash).digest('hex').slice(0, 32)}`;

/** The latest recipient of each mailbox, with all hashes by which the mailbox may be known. */
function groupByMailbox(recipients: readonly PlanRecipient[]) {
  const mailboxes = new Map<
    string,
    { readonly recipient: PlanRecipient; readonly hashes: readonly string[] }
  >();
  for (const recipient of recipients) {
    const hashes = mailboxHashes(recipient.email);
    const [hash] = hashes;
    if (hash) mailboxes.set(hash, { recipient, hashes: [...(mailboxes.get(hash)?.hashes ?? []), ...hashes] });
  }
  return [...mailboxes].map(([hash, mailbox]) => ({ hash, ...mailbox }));
}

/**
 * Enqueues the plan email of each mailbox that has none in the outbox, so that repeated leads of one mailbox send no
 * second one. Call it in the transaction that stores the leads.
 */
export async function enqueuePlanEmails(
  context: AppContext,
  db: Queries,
  recipients: readonly PlanRecipient[],
): Promise<void> {
  const destination = emailDestinationName(context.config);
  const mailboxes = groupByMailbox(recipients);
  if (!destination || mailboxes.length === 0) return;
  const hashes = mailboxes.flatMap((mailbox) => mailbox.hashes);
  const idOf = (hash: string) => planEmailId(context, hash);
  const unsubscribed = await unsubscribedHashes(db, hashes);
  const enqueued = await enqueuedIds(db, hashes.map(idOf));
  const deliveries = mailboxes
    .filter(({ hashes: own }) => !own.some((hash) => unsubscribed.has(hash) || enqueued.has(idOf(hash))))
    .map(({ hash, recipient: { email: to, quizAnswers, specialGoal, locale, origin, ...visit } }) => {
      const email: Email = { type: 'plan', to, locale, quizAnswers, specialGoal, origin };
      return deliveryOf(destination, idOf(hash), email, visit);
    })
    // In one order, because transactions that insert the same ids in different orders wait for each other.
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await enqueueAll(db, deliveries, context.clock());
}

/** Enqueues the confirmation of a paid session. Call it in the transaction that stores the payment. */
export async function enqueueConfirmation(
  { config, clock }: AppContext,
  db: Queries,
  row: CheckoutSessionRow,
): Promise<void> {
  const destination = emailDestinationName(config);
  // Nobody reads what is sent to an alias.
  if (!destination || isAlias(row.email)) return;
  const quizState = storedQuizState(row);
  const email: Email = {
    type: 'confirmation',
    to: row.email,
    locale: isLocale(row.locale) ? row.locale : 'en',
    quizAnswers: quizState?.quizAnswers ?? {},
    planId: planIdSchema.parse(row.plan_id),
    amountMinor: row.amount_minor,
    currency: currencySchema.parse(row.currency),
    renewalNotice: row.renewal_notice,
    sessionId: row.id,
  };
  const visit = { visitId: row.visit_id, setId: row.set_id };
  await enqueueAll(db, [deliveryOf(destination, `email_confirmation_${row.id}`, email, visit)], clock());
}
