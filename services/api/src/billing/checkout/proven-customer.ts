import type { AppContext } from '../../platform/app-context.ts';
import { isSameEmail } from '../../platform/same-email.ts';
import { hashToken } from '../entitlement/activation.ts';

interface Proof {
  readonly visitId: string;
  readonly email: string;
  readonly activationToken: string | undefined;
}

/**
 * Returns the provider's customer of an earlier purchase with the same email, if the buyer proves it: with the cookie of
 * the visit that bought, or with a token of its activation link. Typing an email proves nothing. Null otherwise.
 */
export async function findProvenCustomer(
  { database: { db }, clock }: AppContext,
  { visitId, email, activationToken }: Proof,
): Promise<string | null> {
  const purchases = db
    .selectFrom('subscriptions')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'subscriptions.checkout_session_id')
    .select(['subscriptions.customer_id', 'checkout_sessions.email'])
    .where('subscriptions.customer_id', '<>', '')
    .orderBy('checkout_sessions.created_at', 'desc');
  const ofVisit = await purchases.where('checkout_sessions.visit_id', '=', visitId).execute();
  const ofToken = activationToken
    ? await purchases
        .innerJoin('activation_tokens', 'activation_tokens.subscription_id', 'subscriptions.id')
        .where('activation_tokens.token_sha256', '=', hashToken(activationToken))
        .where('activation_tokens.expires_at', '>', clock())
        .execute()
    : [];
  // Receipts go to the customer's email, so another email needs another customer.
  return [...ofVisit, ...ofToken].find((purchase) => isSameEmail(purchase.email, email))?.customer_id ?? null;
}
