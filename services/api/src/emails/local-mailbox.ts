import type { LocalEmails } from '@funnel/contracts/local-emails';
import type { OperatorHandlers } from '@funnel/releases/operators/operator-router';
import type { DirectDestination } from '@funnel/service-kit/jobs/destination';
import { problem } from '@funnel/service-kit/problem';

import type { AppContext } from '../platform/app-context.ts';
import type { Config } from '../platform/config.ts';
import { composeEmail } from './compose-email.ts';
import { emailSchema } from './email.ts';
import { smtpName } from './smtp-destination.ts';

const localName = 'local-mailbox';
const maxListed = 50;

/** Where emails go: to the mail server; without one, in development, to the local mailbox; else nowhere. */
export function emailDestinationName({ SMTP_URL, NODE_ENV }: Config): string | null {
  if (SMTP_URL) return smtpName;
  return NODE_ENV === 'development' ? localName : null;
}

/** Accepts every email. The outbox keeps what was delivered, so it is the mailbox. */
export const localMailbox: DirectDestination & { readonly kind: 'email' } = {
  name: localName,
  kind: 'email',
  send: async () => ({ status: 'delivered' }),
};

/**
 * An email runs no script and sends nothing. Its styles are in its elements, and its pictures at the site, as mail programs need
 * them. Only the console may show it in a frame.
 */
const emailHeaders = {
  'Content-Security-Policy': [
    'sandbox',
    `default-src 'none'`,
    `style-src 'unsafe-inline'`,
    'img-src http: https: data:',
    `frame-ancestors 'self'`,
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Lists the emails of the local mailbox, and shows one, for the console in development. */
export const localMailboxRoutes = ({
  config,
  database,
  keys,
}: AppContext): OperatorHandlers<'listLocalEmails' | 'showLocalEmail'> => ({
  async listLocalEmails(ctx) {
    if (emailDestinationName(config) !== localName) {
      ctx.body = { emails: null } satisfies LocalEmails;
      return;
    }
    const rows = await database.db
      .selectFrom('outbox')
      .select(['id', 'payload', 'created_at'])
      .where('destination', '=', localName)
      .where('state', '=', 'delivered')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(maxListed)
      .execute();
    const emails = rows.map(({ id, payload, created_at: createdAt }) => {
      const email = emailSchema.parse(JSON.parse(payload));
      const { subject, text, html } = composeEmail(email, config, keys('unsubscribe'));
      return { id, to: email.to, subject, text, html, createdAt };
    });
    ctx.body = { emails } satisfies LocalEmails;
  },
  async showLocalEmail(ctx) {
    const row = await database.db
      .selectFrom('outbox')
      .select('payload')
      .where('id', '=', ctx.params['id'] ?? '')
      .where('destination', '=', localName)
      .where('state', '=', 'delivered')
      .executeTakeFirst();
    if (!row || emailDestinationName(config) !== localName)
      throw problem('not-found', { detail: 'The local mailbox has no such email' });
    ctx.set(emailHeaders);
    ctx.body = composeEmail(emailSchema.parse(JSON.parse(row.payload)), config, keys('unsubscribe')).html;
    ctx.type = 'text/html; charset=utf-8';
  },
});
