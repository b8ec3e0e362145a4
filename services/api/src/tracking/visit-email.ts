import type { Queries } from '../platform/database.ts';
import { hashEmail, hashEmailForGoogle } from '../platform/emails/hash-email.ts';
import { isAlias, removedEmail } from '../platform/emails/removed-email.ts';

/** The hashes of an email for ad platforms, each by its platform's rules. */
export const emailHashesOf = (email: string) => ({
  emailSha256: hashEmail(email),
  googleEmailSha256: hashEmailForGoogle(email),
});

/** The email that the visit left last, with a lead or a checkout session, or null if there is none or it was erased. */
export async function emailOfVisit(db: Queries, visitId: string): Promise<string | null> {
  const newest = await Promise.all([
    db
      .selectFrom('leads')
      .select(['email', 'received_at as at'])
      .where('visit_id', '=', visitId)
      .orderBy('received_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('checkout_sessions')
      .select(['email', 'created_at as at'])
      .where('visit_id', '=', visitId)
      .where('email', '<>', removedEmail)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const [lead, session] = newest;
  const last = lead && session ? (lead.at > session.at ? lead : session) : (lead ?? session);
  return last && !isAlias(last.email) ? last.email : null;
}
