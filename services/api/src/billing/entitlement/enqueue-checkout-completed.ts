import { firstTask, firstTaskLines } from '@funnel/contracts/first-task';

import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { storedQuizState } from '../../platform/stored-quiz-state.ts';
import { enqueueAppEvent } from './app-webhook.ts';
import { soldPlan } from './sold-plan.ts';

/**
 * Enqueues the one `checkout.completed` delivery of a paid session with the buyer's answers and first task. They are not part of
 * `subscription.changed`, whose deliveries stay after an erasure.
 */
export async function enqueueCheckoutCompleted(
  context: AppContext,
  db: Queries,
  row: CheckoutSessionRow,
): Promise<void> {
  if (!context.config.APP_WEBHOOK_URL) return;
  const { id, email, subscription_id: subscriptionId } = row;
  const quizState = storedQuizState(row);
  const { minutes, days } = firstTask(quizState?.quizAnswers ?? {});
  await enqueueAppEvent(context, db, row, {
    id: `checkout_${id}`,
    kind: 'answers',
    type: 'checkout.completed',
    data: {
      checkoutSessionId: id,
      subscriptionId,
      email,
      plan: soldPlan(row.plan_id),
      quizState,
      firstTask: { minutes, days: days.map((day) => firstTaskLines[day]) },
    },
  });
}
