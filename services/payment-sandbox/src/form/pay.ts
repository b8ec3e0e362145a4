import type { Start } from '../billing/subscriptions.ts';
import { completeSession, redirectAfter } from '../checkout/complete-session.ts';
import type { Sandbox } from '../sandbox.ts';
import { newId, type Session } from '../state/objects.ts';
import { cardErrors, outcomeOf, type CardEntry, type CardErrors } from './cards.ts';

type PayResult =
  | { readonly status: 'complete'; readonly redirectUrl: string | null }
  | { readonly status: 'expired' }
  | { readonly status: 'rejected'; readonly errors: CardErrors }
  | { readonly status: 'authentication'; readonly challengeId: string };

/** Open 3-D Secure challenges with the id of their session. They are not persisted. */
export type Challenges = Map<string, string>;

const authenticationFailed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** How a subscription starts, by the number. One with a pending payment is active or incomplete until it ends. */
const starts = {
  accepted: { outcome: 'succeeded', status: 'active' },
  pending: { outcome: 'pending', status: 'active' },
  incomplete: { outcome: 'pending', status: 'incomplete' },
} as const satisfies Record<string, Start>;

function finish(sandbox: Sandbox, session: Session, start: Start = starts.accepted): PayResult {
  completeSession(sandbox, session, start);
  return { status: 'complete', redirectUrl: redirectAfter(session) };
}

/** Charges a card. A complete session returns its result again, so a double click is harmless. */
export function pay(sandbox: Sandbox, challenges: Challenges, session: Session, card: CardEntry): PayResult {
  if (session.status === 'expired') return { status: 'expired' };
  if (session.status === 'complete') return finish(sandbox, session);

  const errors = cardErrors(card, new Date(sandbox.clock.nowMs()));
  const outcome = outcomeOf(card.number);
  if (!outcome || Object.keys(errors).length > 0) return { status: 'rejected', errors };
  if (typeof outcome === 'object') return { status: 'rejected', errors: { number: outcome.declined } };
  if (outcome !== 'authentication') return finish(sandbox, session, starts[outcome]);

  const challengeId = newId('challenge');
  challenges.set(challengeId, session.id);
  return { status: 'authentication', challengeId };
}

/** Completes a 3-D Secure challenge, which works once. */
export function answerChallenge(
  sandbox: Sandbox,
  challenges: Challenges,
  session: Session,
  { challengeId, isConfirmed }: { challengeId: string; isConfirmed: boolean },
): PayResult {
  if (session.status === 'expired') return { status: 'expired' };
  if (session.status === 'complete') return finish(sandbox, session);
  const isKnown = challenges.get(challengeId) === session.id;
  challenges.delete(challengeId);
  return isKnown && isConfirmed
    ? finish(sandbox, session)
    : { status: 'rejected', errors: { number: authenticationFailed } };
}
