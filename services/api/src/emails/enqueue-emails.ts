import { createHmac } from 'node:crypto';

import { isLocale, type Locale } from '@funnel/contracts/content/locales';
import { currencySchema } from '@funnel/contracts/money';
import { planIdSchema } from '@funnel/contracts/plans';

import { enqueueAll } from '../deliveries/outbox-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
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

/** The same for every spelling of an address. It is keyed, because ids are logged. */
export const planEmailId = ({ keys }: Pick<AppContext, 'keys'>, mailboxHash: string): string =>
  `email_plan_${createHmac('sha256', keys('email-id')).update(mailboxHash).digest('hex').slice(0, 32)}`;

/**
 * Enqueues the plan email of each mailbox that has none in the outbox, so that repeated leads of an address send no
 * second one. Call it in the transaction that stores the leads.
 */
export async function enqueuePlanEmails(
  context: AppContext,
  db: Queries,
  recipients: readonly PlanRecipient[],
): Promise<void> {
  const destination = emailDestinationName(context.config);
  if (!destination || recipients.length === 0) return;
  const byHash = new Map(
    recipients.flatMap((recipient) => {
      const [hash] = mailboxHashes(recipient.email);
      return hash ? [[hash, recipient] as const] : [];
    }),
  );
  if (byHash.size === 0) return;
  const unsubscribed = await unsubscribedHashes(
    db,
    recipients.flatMap(({ email }) => mailboxHashes(email)),
  );
  const deliveries = [...byHash]
    .filter(([, { email }]) => !mailboxHashes(email).some((hash) => unsubscribed.has(hash)))
    .map(([hash, { email: to, quizAnswers, specialGoal, locale, origin, ...visit }]) => {
      const email: Email = { type: 'plan', to, locale, quizAnswers, specialGoal, origin };
      return deliveryOf(destination, planEmailId(context, hash), email, visit);
    });
  await enqueueAll(db, deliveries, context.clock());
}

/** Enqueues the confirmation of a paid session. Call it in the transaction that stores the payment. */
export async function enqueueConfirmation(
  { config, clock }: AppContext,
  db: Queries,
  row: CheckoutSessionRow,
): Promise<void> {
  const destination = emailDestinationName(config);
  if (!destination) return;
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
