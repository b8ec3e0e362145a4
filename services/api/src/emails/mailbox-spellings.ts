import { domainToASCII } from 'node:url';

import { trimEmail } from '@funnel/contracts/email';

/** The local parts that need no quotes (RFC 5322, section 3.2.3, and RFC 6532), and a host of labels. */
const addressPattern = /^([\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@([\p{L}\p{N}.-]+)$/u;

/**
 * One text for all spellings of a mailbox, followed for Gmail by the text that was used while its dots still counted, under
 * which the mailbox may be stored as unsubscribed. Empty for an email to which nothing is sent: a mail program would drop the
 * characters that need quotes, and so send to another address. Case, the way in which a domain is written, and what follows a
 * plus do not lead to another mailbox, nor do the dots of a Gmail address (https://support.google.com/mail/answer/7436150).
 */
export function mailboxSpellings(email: string): string[] {
  const [, name = '', host = ''] = addressPattern.exec(trimEmail(email)) ?? [];
  const domain = domainToASCII(host.replace(/\.+$/, ''));
  if (!name || !domain) return [];
  const local = name.toLowerCase().replace(/(?<=.)\+.*$/, '');
  const withDots = `${local}@${domain}`;
  if (!/^(gmail|googlemail)\.com$/.test(domain)) return [withDots];
  return [...new Set([`${local.replaceAll('.', '')}@gmail.com`, withDots])];
}
