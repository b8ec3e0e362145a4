import { domainToASCII } from 'node:url';

/** The local parts that need no quotes (RFC 5322, section 3.2.3, and RFC 6532), and a host of labels. */
const addressPattern = /^([\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@([\p{L}\p{N}.-]+)$/u;

/**
 * One text for all spellings of a mailbox, or null for an email to which nothing is sent: a mail program would drop the
 * characters that need quotes, and so send to another address. Case, the way in which a domain is written, and what follows
 * a plus do not lead to another mailbox.
 */
export function mailboxOf(email: string): string | null {
  const [, name = '', host = ''] = addressPattern.exec(email.trim()) ?? [];
  const domain = domainToASCII(host.replace(/\.+$/, ''));
  return name && domain ? `${name.toLowerCase().replace(/(?<=.)\+.*$/, '')}@${domain}` : null;
}
