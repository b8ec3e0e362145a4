import {
  adConsent,
  consentCookie,
  consentTextVersion,
  shouldPromptForConsent,
  readConsent,
  type Consent,
  type ConsentChoice,
} from './consent.ts';

const given = (choice: ConsentChoice): Consent => ({ choice, at: 1_790_000_000_000, textVersion: 3 });

it('is one first-party cookie of the whole site, kept for 180 days', () => {
  expect(consentCookie(given('granted'), true)).toBe(
    'consent=granted.1790000000000.3; Path=/; Max-Age=15552000; SameSite=Lax; Secure',
  );
  expect(consentCookie(given('denied'), false)).toBe(
    'consent=denied.1790000000000.3; Path=/; Max-Age=15552000; SameSite=Lax',
  );
});

it('goes away when it is taken back', () => {
  expect(consentCookie(null, false)).toBe('consent=; Path=/; Max-Age=0; SameSite=Lax');
});

it.each(['granted', 'denied'] as const)('is read back among other cookies: %s', (choice) => {
  const [pair] = consentCookie(given(choice), false).split(';');
  expect(readConsent(`visit=a.b.c; ${pair}; offer-deadline=1`)).toEqual(given(choice));
});

it.each([
  '',
  'visit=abc',
  'consent=',
  'consent=granted',
  'consent=granted.1790000000000',
  'consent=granted.1790000000000.x',
  'consent=maybe.1790000000000.1',
  'consent=granted.-1.1',
  'consent=granted.1.1.1',
  'marketing-consent=granted.1790000000000.1',
])('is none in "%s"', (cookies) => {
  expect(readConsent(cookies)).toBeNull();
});

it('is asked for where it is required, once, and again when the words have changed', () => {
  const answered = { ...given('denied'), textVersion: consentTextVersion };
  expect(shouldPromptForConsent('required', null, false)).toBe(true);
  expect(shouldPromptForConsent('required', answered, false)).toBe(false);
  expect(
    shouldPromptForConsent('required', { ...answered, textVersion: consentTextVersion - 1 }, false),
  ).toBe(true);
});

it('is never asked for where it is implied, nor where the browser has answered', () => {
  expect(shouldPromptForConsent('implied', null, false)).toBe(false);
  expect(shouldPromptForConsent('required', null, true)).toBe(false);
});

const now = consentTextVersion;
const choices = {
  none: null,
  granted: { ...given('granted'), textVersion: now },
  denied: { ...given('denied'), textVersion: now },
  'granted to other words': { ...given('granted'), textVersion: now + 1 },
  'denied to other words': { ...given('denied'), textVersion: now + 1 },
} as const;

it.each([
  ['implied', 'none', 'granted'],
  ['implied', 'granted', 'granted'],
  ['implied', 'denied', 'denied'],
  ['implied', 'granted to other words', 'granted'],
  ['implied', 'denied to other words', 'denied'],
  ['required', 'none', 'pending'],
  ['required', 'granted', 'granted'],
  ['required', 'denied', 'denied'],
  ['required', 'granted to other words', 'pending'],
  ['required', 'denied to other words', 'denied'],
] as const)(
  'lets ad platforms hear, where consent is %s and the choice is %s: %s',
  (setting, choice, verdict) => {
    expect(adConsent(setting, choices[choice], false)).toBe(verdict);
    expect(adConsent(setting, choices[choice], true)).toBe('denied');
  },
);
