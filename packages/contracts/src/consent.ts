import type { PublicConfig } from './api.ts';
import { cookieValues } from './cookies.ts';

/** The visitor's decision on sending their events to ad platforms. */
export type ConsentChoice = 'granted' | 'denied';

/** A decision as it is stored in the cookie. */
export interface Consent {
  readonly choice: ConsentChoice;
  /** Milliseconds since 1970, by the visitor's clock. */
  readonly at: number;
  /** The version of the text that the visitor decided on. */
  readonly textVersion: number;
}

/** Increase it when the text of the banner changes. Visitors who decided on another version are prompted again. */
export const consentTextVersion = 1;

const cookieName = 'consent';
const maxAgeSeconds = 180 * 24 * 60 * 60;

/** Reads the choice from the text of a `Cookie` header or of `document.cookie`. Null if it is absent or malformed. */
export function readConsent(cookies: string): Consent | null {
  for (const value of cookieValues(cookies, cookieName)) {
    const [, choice, at, textVersion] = /^(granted|denied)\.(\d{1,15})\.(\d{1,6})$/.exec(value) ?? [];
    if (choice === 'granted' || choice === 'denied')
      return { choice, at: Number(at), textVersion: Number(textVersion) };
  }
  return null;
}

/** Returns the text to assign to `document.cookie`: it stores the choice for 180 days, and null deletes it. */
export function consentCookie(consent: Consent | null, isSecure: boolean): string {
  const value = consent ? `${consent.choice}.${consent.at}.${consent.textVersion}` : '';
  const maxAge = consent ? maxAgeSeconds : 0;
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/**
 * Returns whether to show the consent banner. If consent is required, it is shown until the visitor has decided on the current
 * text. Global Privacy Control (https://www.w3.org/TR/gpc/) is treated as a denial, without a banner.
 */
export const shouldPromptForConsent = (
  setting: PublicConfig['consent'],
  consent: Consent | null,
  hasGpcSignal: boolean,
): boolean => setting === 'required' && !hasGpcSignal && consent?.textVersion !== consentTextVersion;

/**
 * Returns whether a visit's events may be sent to ad platforms. `pending`: nothing may be sent before the visitor decides.
 * A denial is valid for every version of the text, a grant only for the current one.
 */
export function adConsent(
  setting: PublicConfig['consent'],
  consent: Consent | null,
  hasGpcSignal: boolean,
): ConsentChoice | 'pending' {
  if (hasGpcSignal || consent?.choice === 'denied') return 'denied';
  if (setting === 'implied') return 'granted';
  return consent?.textVersion === consentTextVersion ? 'granted' : 'pending';
}
