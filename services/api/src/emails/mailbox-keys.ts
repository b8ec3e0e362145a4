import { domainToASCII } from 'node:url';

import { trimEmail } from '@funnel/contracts/email';

/** The local parts that need no quotes (RFC 5322, section 3.2.3, and RFC 6532), and a host of labels. */
const emailPattern = /^([\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@([\p{L}\p{N}.-]+)$/u;

/**
 * Returns the texts that identify a mailbox, however its email is spelled: the normalized email, and for Gmail also the form
 * with dots, which earlier versions stored. Case, the way in which a domain is written, and what follows a plus do not lead to
 * another mailbox, nor do dots at Gmail (https://support.google.com/mail/answer/7436150). Empty if no email can be sent there: a
 * mail program would drop the characters that need quotes, and so send to another mailbox.
 */
export function mailboxKeys(email: string): string[] {
  const [, name = '', host = ''] = emailPattern.exec(trimEmail(email)) ?? [];
  const domain = domainToASCII(host.replace(/\.+$/, ''));
  if (!name || !domain) return [];
  const local = name.toLowerCase().replace(/(?<=.)\+.*$/, '');
  const withDots = `${local}@${domain}`;
  if (!/^(gmail|googlemail)\.com$/.test(domain)) return [withDots];
  return [...new Set([`${local.replaceAll('.', '')}@gmail.com`, withDots])];
}
