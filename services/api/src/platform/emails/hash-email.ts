import { createHash } from 'node:crypto';

import { trimEmail } from '@funnel/contracts/email';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hashes an email as ad platforms expect it: trimmed, in lower case, without trailing dots. */
export const hashEmail = (email: string): string =>
  sha256(trimEmail(email).toLowerCase().replace(/\.+$/, ''));

/**
 * Like `hashEmail`, and emails at Gmail lose their dots and what follows a plus
 * (https://developers.google.com/analytics/devguides/collection/ga4/uid-data, "Normalize").
 */
export function hashEmailForGoogle(email: string): string {
  const [, name, host] = /^(.*)@(gmail\.com|googlemail\.com)\.*$/.exec(trimEmail(email).toLowerCase()) ?? [];
  return hashEmail(name === undefined ? email : `${name.replace(/\+.*$/, '').replaceAll('.', '')}@${host}`);
}
