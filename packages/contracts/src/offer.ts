import type { PublicConfig } from './api.ts';

/** How long the promotional price is announced for, from the first view of the offer. */
export const offerDurationMs = (9 * 60 + 57) * 1000;

/** First-party cookie with the offer's deadline: milliseconds since 1970, digits only. */
export const offerDeadlineCookie = 'offer-deadline';

/** The deadline in the text of a `Cookie` header (or of `document.cookie`); null where there is none or it is malformed. */
export function readOfferDeadline(cookies: string): number | null {
  for (const cookie of cookies.split(';')) {
    const [name, value = ''] = cookie.trim().split('=');
    if (name === offerDeadlineCookie && /^\d{1,15}$/.test(value)) return Number(value);
  }
  return null;
}

/** Whether the promotional price holds: where the end is only announced in the header, it always does. */
export function isPromotional(setting: PublicConfig['offerExpiry'], hasEnded: boolean): boolean {
  return setting === 'header' || !hasEnded;
}
