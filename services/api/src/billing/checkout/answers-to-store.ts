import type { CreateCheckoutRequest } from '@funnel/contracts/api';

import type { AppContext } from '../../platform/app-context.ts';
import { networkBudget } from '../../tracking/network-budget.ts';

interface SentAnswers extends Pick<CreateCheckoutRequest, 'quizState'> {
  /** The buyer's IP. */
  readonly ip: string;
}

/**
 * Returns the answers that the session of an order stores, as JSON, or those that it has stored. What an IP may add with leads
 * also limits the answers in its checkout sessions. The payment goes on without them.
 */
export function answersToStore(
  context: AppContext,
  { ip, quizState }: SentAnswers,
  stored: string | null,
): string | null {
  const text = quizState ? JSON.stringify(quizState) : stored;
  if (text === null || text === stored) return stored;
  const budget = networkBudget(context, 'leads');
  if (budget.ownWaitMs(ip) !== null) return stored;
  budget.spend(ip, Buffer.byteLength(text));
  return text;
}
