import type { PublicConfig } from '@funnel/contracts/api';
import {
  consentCookie,
  consentTextVersion,
  shouldPromptForConsent,
  readConsent,
  type ConsentChoice,
} from '@funnel/contracts/consent';

import { createSignal, type Signal } from '../signal.ts';

/** Where the visitor stands: not to be asked at all, asked, asked anew because they took their choice back, or done. */
type ConsentStatus = 'not-asked' | 'asked' | 'asked-again' | 'chosen';

interface ConsentStoreOptions {
  readonly setting: PublicConfig['consent'];
  /** The part of `document` that holds the cookies. */
  readonly jar: { cookie: string };
  /** The browser's Global Privacy Control is on. */
  readonly hasGpcSignal: boolean;
  readonly isSecure: boolean;
  readonly now: () => number;
  /** Has the service look at the cookie at once: what waits for ad platforms there must not leave after a no. */
  readonly report: () => void;
}

export interface ConsentStore {
  readonly status: Signal<ConsentStatus>;
  choose(choice: ConsentChoice): void;
  /** Takes the choice back at once and asks again. Until then it is as if there had never been one. */
  withdraw(): void;
}

/** Keeps the visitor's choice in its cookie, where the service reads it. */
export function createConsentStore(parts: ConsentStoreOptions): ConsentStore {
  const { setting, jar, hasGpcSignal, isSecure, now, report } = parts;
  const known = readConsent(jar.cookie);
  const record = (choice: ConsentChoice | null) => {
    const consent = choice && { choice, at: now(), textVersion: consentTextVersion };
    jar.cookie = consentCookie(consent, isSecure);
    report();
  };

  function firstStatus(): ConsentStatus {
    if (hasGpcSignal) {
      if (known?.choice !== 'denied') record('denied');
      return 'not-asked';
    }
    if (shouldPromptForConsent(setting, known, hasGpcSignal)) return 'asked';
    return setting === 'required' ? 'chosen' : 'not-asked';
  }
  const status = createSignal<ConsentStatus>(firstStatus());

  return {
    status,
    choose(choice) {
      record(choice);
      status.set('chosen');
    },
    withdraw() {
      record(null);
      status.set('asked-again');
    },
  };
}

/** Not every browser has the property, and none has to say `true`. */
export const hasGpcSignal = (browser: object): boolean =>
  'globalPrivacyControl' in browser && browser.globalPrivacyControl === true;
