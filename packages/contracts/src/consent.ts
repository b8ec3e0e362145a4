import type { PublicConfig } from './api.ts';

/** Whether ad platforms may hear of this visit. */
export type ConsentChoice = 'granted' | 'denied';

export interface Consent {
  readonly choice: ConsentChoice;
  /** Milliseconds since 1970, by the visitor's clock. */
  readonly at: number;
  /** Which words the visitor answered to. */
  readonly textVersion: number;
}

/** Raise it when the words of the question change: who answered to other words is asked again. */
export const consentTextVersion = 1;

const cookieName = 'consent';
const maxAgeSeconds = 180 * 24 * 60 * 60;

/** The choice in the text of a `Cookie` header (or of `document.cookie`); null where there is none or it is malformed. */
export function readConsent(cookies: string): Consent | null {
  for (const cookie of cookies.split(';')) {
    const [name, value = ''] = cookie.trim().split('=');
    const [, choice, at, textVersion] = /^(granted|denied)\.(\d{1,15})\.(\d{1,6})$/.exec(value) ?? [];
    if (name !== cookieName || (choice !== 'granted' && choice !== 'denied')) continue;
    return { choice, at: Number(at), textVersion: Number(textVersion) };
  }
  return null;
}

/** What a page assigns to `document.cookie` to keep a choice; null takes it back. */
export function consentCookie(consent: Consent | null, isSecure: boolean): string {
  const value = consent ? `${consent.choice}.${consent.at}.${consent.textVersion}` : '';
  const maxAge = consent ? maxAgeSeconds : 0;
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/**
 * Whether the visitor is asked: where consent is required, until they have answered to the present words. A browser's
 * Global Privacy Control is an answer too.
 */
export const shouldPromptForConsent = (
  setting: PublicConfig['consent'],
  consent: Consent | null,
  hasGpcSignal: boolean,
): boolean => setting === 'required' && !hasGpcSignal && consent?.textVersion !== consentTextVersion;

/**
 * Whether ad platforms may hear of a visit. `open`: a choice is awaited, and nothing may leave before it. A no counts
 * whatever words it was given to; a yes only for the present ones.
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
