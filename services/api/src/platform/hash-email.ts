import { createHash } from 'node:crypto';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hashes an email as ad platforms expect it: trimmed, in lower case, without trailing dots. */
export const hashEmail = (email: string): string => sha256(email.trim().toLowerCase().replace(/\.+$/, ''));
