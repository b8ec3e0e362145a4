import type { PublicConfig } from '@funnel/contracts/api';
import {
  consentCookie,
  consentTextVersion,
  shouldPromptForConsent,
  readConsent,
  type Consent,
  type ConsentChoice,
} from '@funnel/contracts/consent';

import { createSignal, type Signal } from '../signal.ts';

/** `prompted-again`: the visitor has withdrawn their choice. `not-needed`: no prompt, because of the setting or of GPC. */
type ConsentStatus = 'not-needed' | 'prompted' | 'prompted-again' | 'chosen';

export const isPrompted = (status: ConsentStatus): boolean =>
  status === 'prompted' || status === 'prompted-again';

interface ConsentStoreOptions {
  readonly setting: PublicConfig['consent'];
  /** The part of `document` that has the cookies. */
  readonly jar: { cookie: string };
  /** Whether the browser sends Global Privacy Control (GPC). */
  readonly hasGpcSignal: boolean;
  readonly isSecure: boolean;
  readonly now: () => number;
  /**
   * Makes the service read the cookie now, so that it deletes conversions that wait to be sent after a denial. Its response
   * writes the cookie again. Resolves after the response, or without one.
   */
  readonly report: () => Promise<void>;
}

export interface ConsentStore {
  readonly status: Signal<ConsentStatus>;
  choose(choice: ConsentChoice): void;
  /** Deletes the choice and prompts again. Until the next choice the visitor is treated as undecided. */
  withdraw(): void;
  /** Applies what another tab, or a later page from which Back returns to this one, has written to the cookie. */
  update(): void;
}

/** Creates the store of the visitor's choice. The choice is in a cookie, where the service reads it. */
export function createConsentStore(options: ConsentStoreOptions): ConsentStore {
  const { setting, jar, hasGpcSignal, isSecure, now, report } = options;
  let latest = '';
  let lastSeenAt = readConsent(jar.cookie)?.at;
  const record = (choice: ConsentChoice | null) => {
    const consent = choice && { choice, at: now(), textVersion: consentTextVersion };
    const own = consentCookie(consent, isSecure);
    jar.cookie = latest = own;
    // What is in the jar, because a browser may store no cookies.
    lastSeenAt = readConsent(jar.cookie)?.at;
    void report().then(() => {
      // The response to an earlier choice has just written that one.
      if (latest !== own) jar.cookie = latest;
    });
  };

  const statusOf = (stored: Consent | null): ConsentStatus => {
    if (shouldPromptForConsent(setting, stored, hasGpcSignal)) return 'prompted';
    return setting === 'required' && !hasGpcSignal ? 'chosen' : 'not-needed';
  };
  const stored = readConsent(jar.cookie);
  if (hasGpcSignal && stored?.choice !== 'denied') record('denied');
  const status = createSignal(statusOf(stored));

  return {
    status,
    choose(choice) {
      record(choice);
      status.set('chosen');
    },
    withdraw() {
      record(null);
      status.set('prompted-again');
    },
    update() {
      const current = readConsent(jar.cookie);
      if (current?.at === lastSeenAt) return;
      lastSeenAt = current?.at;
      status.set(statusOf(current));
    },
  };
}

/** Returns whether the browser sends Global Privacy Control. Browsers without it lack the property. */
export const hasGpcSignal = (browser: object): boolean =>
  'globalPrivacyControl' in browser && browser.globalPrivacyControl === true;
