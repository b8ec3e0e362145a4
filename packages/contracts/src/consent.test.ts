import {
  adConsent,
  consentCookie,
  consentTextVersion,
  shouldPromptForConsent,
  readConsent,
  type Consent,
  type ConsentChoice,
} from './consent.ts';

const consentOf = (choice: ConsentChoice): Consent => ({ choice, at: 1_790_000_000_000, textVersion: 3 });

it('is stored in one first-party cookie of the whole site for 180 days', () => {
  expect(consentCookie(consentOf('granted'), true)).toBe(
    'consent=granted.1790000000000.3; Path=/; Max-Age=15552000; SameSite=Lax; Secure',
  );
  expect(consentCookie(consentOf('denied'), false)).toBe(
    'consent=denied.1790000000000.3; Path=/; Max-Age=15552000; SameSite=Lax',
  );
});

it('deletes the cookie when the choice is withdrawn', () => {
  expect(consentCookie(null, false)).toBe('consent=; Path=/; Max-Age=0; SameSite=Lax');
});

it.each(['granted', 'denied'] as const)('reads %s among other cookies', (choice) => {
  const [pair] = consentCookie(consentOf(choice), false).split(';');
  expect(readConsent(`visit=a.b.c; ${pair}; offer-deadline=1`)).toEqual(consentOf(choice));
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
  `consent=granted.${'1'.repeat(16)}.1`,
  `consent=granted.1790000000000.${'1'.repeat(7)}`,
  'consent=granted.1.1.1',
  'marketing-consent=granted.1790000000000.1',
  'consent=not-granted.1790000000000.1',
])('reads null from "%s"', (cookies) => {
  expect(readConsent(cookies)).toBeNull();
});

it('reads a version of the text with several digits', () => {
  expect(readConsent('consent=granted.1790000000000.12')?.textVersion).toBe(12);
});

it('reads the first well-formed choice if the cookie is there several times', () => {
  const cookies = `consent=granted.${'1'.repeat(16)}.3; consent=denied.1790000000000.3; consent=granted.1790000000000.3`;
  expect(readConsent(cookies)).toEqual({ choice: 'denied', at: 1_790_000_000_000, textVersion: 3 });
});

it('prompts once if consent is required, and again when the text has changed', () => {
  const decided = { ...consentOf('denied'), textVersion: consentTextVersion };
  expect(shouldPromptForConsent('required', null, false)).toBe(true);
  expect(shouldPromptForConsent('required', decided, false)).toBe(false);
  expect(shouldPromptForConsent('required', { ...decided, textVersion: consentTextVersion - 1 }, false)).toBe(
    true,
  );
});

it('does not prompt if consent is implied or the browser sends Global Privacy Control', () => {
  expect(shouldPromptForConsent('implied', null, false)).toBe(false);
  expect(shouldPromptForConsent('required', null, true)).toBe(false);
});

const textVersion = consentTextVersion;
const choices = {
  none: null,
  granted: { ...consentOf('granted'), textVersion },
  denied: { ...consentOf('denied'), textVersion },
  'granted for another text': { ...consentOf('granted'), textVersion: textVersion + 1 },
  'denied for another text': { ...consentOf('denied'), textVersion: textVersion + 1 },
} as const;

it.each([
  ['implied', 'none', 'granted'],
  ['implied', 'granted', 'granted'],
  ['implied', 'denied', 'denied'],
  ['implied', 'granted for another text', 'granted'],
  ['implied', 'denied for another text', 'denied'],
  ['required', 'none', 'pending'],
  ['required', 'granted', 'granted'],
  ['required', 'denied', 'denied'],
  ['required', 'granted for another text', 'pending'],
  ['required', 'denied for another text', 'denied'],
] as const)(
  'with consent %s and the choice %s, sending to ad platforms is %s',
  (setting, choice, expected) => {
    expect(adConsent(setting, choices[choice], false)).toBe(expected);
    expect(adConsent(setting, choices[choice], true)).toBe('denied');
  },
);
