import type { PlanPrice } from '@funnel/contracts/plans';

import type { AppContext } from '../../platform/app-context.ts';
import { isSameEmail } from '../../platform/emails/same-email.ts';
import { hashToken } from '../entitlement/activation.ts';

interface Proof {
  readonly visitId: string;
  readonly email: string;
  readonly price: PlanPrice;
  readonly activationToken: string | undefined;
}

/**
 * Returns the provider's customer of an earlier purchase with the same email, if the buyer proves it: with the cookie of
 * the visit that bought, or with a token of its activation link. Typing an email proves nothing. Null otherwise, and if the
 * purchase was in another currency, because a customer pays in one only: https://docs.stripe.com/billing/customer
 */
export async function findProvenCustomer(
  { database: { db }, clock }: AppContext,
  { visitId, email, price, activationToken }: Proof,
): Promise<string | null> {
  const purchases = db
    .selectFrom('subscriptions')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'subscriptions.checkout_session_id')
    .select(['subscriptions.customer_id', 'checkout_sessions.email'])
    .where('subscriptions.customer_id', '<>', '')
    .where('checkout_sessions.currency', '=', price.today.currency)
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
