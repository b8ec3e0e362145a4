import { randomUUID } from 'node:crypto';

/** The email of a checkout session that was not paid, once nothing needs its email any more. */
export const removedEmail = '';

/** The end of every email that replaces an erased one (https://www.rfc-editor.org/rfc/rfc2606#section-2). */
export const aliasEnd = '@removed.invalid';

/** Returns a new alias for an erased email. It leads back to nobody, and no mail can be sent to it. */
export const createAlias = (): string => `${randomUUID()}${aliasEnd}`;

export const isAlias = (email: string): boolean => email.endsWith(aliasEnd);
