import { randomBytes } from 'node:crypto';

import { dayMs } from '@funnel/service-kit/durations';
import { problem } from '@funnel/service-kit/problem';

import type { AppContext } from '../../platform/app-context.ts';
import { sha256 } from '../../platform/emails/hash-email.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { findSellingSession } from '../checkout-session-repository.ts';
import { countOtherCustomers, findSubscription } from '../subscription-repository.ts';
import { storeToken, useToken } from './activation-repository.ts';
import { entitlementOf, type Entitlement } from './entitlement.ts';

/** Long enough to return to the page the next day. */
const validForMs = dayMs;

/** The form in which a token is stored. */
export const hashToken = (token: string): string => sha256(token);

/**
 * Issues a single-use token for the link to the external app, valid for a day, or undefined if nothing was purchased.
 */
export async function issueActivationToken(
  { database, clock }: AppContext,
  { status, subscription_id }: CheckoutSessionRow,
): Promise<string | undefined> {
  if (status !== 'paid' || !subscription_id) return undefined;
  const token = randomBytes(32).toString('base64url');
  await storeToken(database.db, {
    token_sha256: hashToken(token),
    subscription_id,
    expires_at: clock() + validForMs,
  });
  return token;
}

/** Redeems a token once for its entitlement. Problem: `not-found` if it is unknown, used or expired. */
export async function redeemActivationToken(
  { database, clock }: AppContext,
  token: string,
): Promise<Entitlement> {
  return database.db.transaction().execute(async (db) => {
    const id = await useToken(db, hashToken(token), clock());
    const row = id === undefined ? undefined : await findSubscription(db, id);
    const checkoutSession = await findSellingSession(db, row);
    if (!row || !checkoutSession)
      throw problem('not-found', { detail: 'This activation link is not valid any more' });
    return entitlementOf(row, checkoutSession, await countOtherCustomers(db, row, checkoutSession.email));
  });
}
