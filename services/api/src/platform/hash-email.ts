import { createHash } from 'node:crypto';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** As ad platforms compare addresses: trimmed, lower case, hashed. */
export const hashEmail = (email: string): string => sha256(email.trim().toLowerCase().replace(/\.+$/, ''));
