import { firstTask, firstTaskLines } from '@funnel/contracts/first-task';
import { planIdSchema, plans } from '@funnel/contracts/plans';

import { enqueue } from '../../deliveries/outbox-repository.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { storedQuizState } from '../../platform/stored-quiz-state.ts';
import { appWebhookName } from './enqueue-entitlement-change.ts';

/**
 * Enqueues the one `checkout.completed` delivery of a paid session with the buyer's answers and first task. They are not part of
 * `subscription.changed`, whose deliveries stay after an erasure.
 */
export async function enqueueCheckoutCompleted(
  { config, clock }: AppContext,
  db: Queries,
  row: CheckoutSessionRow,
): Promise<void> {
  if (!config.APP_WEBHOOK_URL) return;
  const { id, email, subscription_id: subscriptionId, visit_id, set_id } = row;
  const planId = planIdSchema.parse(row.plan_id);
  const quizState = storedQuizState(row);
  const { minutes, days } = firstTask(quizState?.quizAnswers ?? {});
  const payload = JSON.stringify({
    type: 'checkout.completed',
    timestamp: new Date(clock()).toISOString(),
    data: {
      checkoutSessionId: id,
      subscriptionId,
      email,
      plan: { planId, name: plans[planId].name },
      quizState,
      firstTask: { minutes, days: days.map((day) => firstTaskLines[day]) },
    },
  });
  const delivery = {
    id: `checkout_${id}`,
    destination: appWebhookName,
    kind: 'answers',
    payload,
    visit_id,
    set_id,
  };
  await enqueue(db, delivery, clock());
}
