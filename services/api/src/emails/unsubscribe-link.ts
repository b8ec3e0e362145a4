import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { unsubscribe } from '@funnel/contracts/visitor-endpoints';

import { hashEmail } from '../platform/emails/hash-email.ts';
import { localeParameter } from '../platform/page-locale.ts';
import type { Email } from './email.ts';
import { mailboxKeys } from './mailbox-keys.ts';

/** AES-256-GCM with the lengths in bytes that NIST SP 800-38D recommends. */
const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
const hashLength = 32;

/**
 * The hashes under which a mailbox may be stored as unsubscribed. They have no key, because they must outlast a change of the
 * secret key.
 */
export const mailboxHashes = (email: string): string[] => mailboxKeys(email).map(hashEmail);

/**
 * The link contains the hash of the mailbox, encrypted: a reader can neither test whether it belongs to an email, nor
 * create one. The secret is a key of 32 bytes in base64. The page has the language of the email.
 */
export function unsubscribeLink(
  origin: string,
  { to, locale }: Pick<Email, 'to' | 'locale'>,
  secret: string,
): string {
  const [hash = hashEmail(to)] = mailboxHashes(to);
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, Buffer.from(secret, 'base64'), nonce);
  const encrypted = Buffer.concat([cipher.update(hash, 'hex'), cipher.final()]);
  const link = new URL(unsubscribe.path, origin);
  const token = Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
  link.searchParams.set(localeParameter, locale);
  link.searchParams.set('token', token);
  return link.href;
}

/** The hash of the mailbox in a token, or null if the token is not ours. */
export function emailHashOf(token: string, secret: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== nonceLength + hashLength + tagLength) return null;
  // The decoder ignores characters that do not make up a byte.
  if (bytes.toString('base64url') !== token) return null;
  const decipher = createDecipheriv(
    algorithm,
    Buffer.from(secret, 'base64'),
    bytes.subarray(0, nonceLength),
    { authTagLength: tagLength },
  ).setAuthTag(bytes.subarray(-tagLength));
  const hash = decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'hex');
  try {
    return hash + decipher.final('hex');
  } catch {
    return null;
  }
}
