import { consentTextVersion, readConsent } from '@funnel/contracts/consent';

import { copy } from '../content/copy.ts';
import { createConsentStore, hasGpcSignal } from './consent-store.ts';

const nowMs = 1_790_000_000_000;

/** Keeps cookies as a browser does: one assignment sets one cookie, without its attributes. */
function cookieJar(before = '') {
  const cookies = new Map(before ? [[before.split('=')[0] ?? '', before]] : []);
  return {
    get cookie() {
      return [...cookies.values()].join('; ');
    },
    set cookie(text: string) {
      const [pair = ''] = text.split(';');
      const [name = ''] = pair.split('=');
      if (text.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, pair);
    },
  };
}

function open(over: Partial<Parameters<typeof createConsentStore>[0]> = {}) {
  const jar = over.jar ?? cookieJar();
  const told: string[] = [];
  const keeper = createConsentStore({
    setting: 'required',
    jar,
    hasGpcSignal: false,
    isSecure: false,
    now: () => nowMs,
    report: () => told.push(jar.cookie),
    ...over,
  });
  return { keeper, jar, told };
}

it('asks on the first visit and keeps nothing until there is a choice', () => {
  const { keeper, jar } = open();
  expect(keeper.status.get()).toBe('asked');
  expect(jar.cookie).toBe('');
});

it.each(['granted', 'denied'] as const)('keeps %s with its time and the version of the words', (choice) => {
  const { keeper, jar } = open();
  keeper.choose(choice);
  expect(keeper.status.get()).toBe('chosen');
  expect(jar.cookie).toBe(`consent=${choice}.${nowMs}.${consentTextVersion}`);
  expect(open({ jar }).keeper.status.get()).toBe('chosen');
});

it('takes a choice back at once and asks again', () => {
  const { keeper, jar } = open();
  keeper.choose('granted');
  keeper.withdraw();
  expect(keeper.status.get()).toBe('asked-again');
  expect(readConsent(jar.cookie)).toBeNull();
});

it('has the service look at each choice once it is in the cookie, and at its end', () => {
  const { keeper, told } = open();
  expect(told).toEqual([]);
  keeper.choose('granted');
  keeper.withdraw();
  expect(told).toEqual([`consent=granted.${nowMs}.${consentTextVersion}`, '']);
});

it('asks again when the words have changed since', () => {
  const jar = cookieJar(`consent=granted.${nowMs}.${consentTextVersion - 1}`);
  expect(open({ jar }).keeper.status.get()).toBe('asked');
});

it('asks nobody where consent is implied', () => {
  const { keeper, jar } = open({ setting: 'implied' });
  expect(keeper.status.get()).toBe('not-asked');
  expect(jar.cookie).toBe('');
});

it.each(['required', 'implied'] as const)(
  'takes Global Privacy Control for a no, whatever was chosen before (%s)',
  (setting) => {
    const jar = cookieJar(`consent=granted.1.${consentTextVersion}`);
    const { keeper } = open({ setting, jar, hasGpcSignal: true });
    expect(keeper.status.get()).toBe('not-asked');
    expect(readConsent(jar.cookie)).toMatchObject({ choice: 'denied', at: nowMs });
  },
);

it('goes on where cookies are refused', () => {
  const { keeper } = open({ jar: { cookie: '' } });
  keeper.choose('denied');
  expect(keeper.status.get()).toBe('chosen');
});

it('knows Global Privacy Control by its property alone', () => {
  expect(hasGpcSignal({ globalPrivacyControl: true })).toBe(true);
  for (const browser of [{}, { globalPrivacyControl: false }, { globalPrivacyControl: undefined }]) {
    expect(hasGpcSignal(browser)).toBe(false);
  }
});

it('has a version for exactly these words; raise it with them', () => {
  expect([consentTextVersion, copy.consent.text]).toEqual([
    1,
    'May we measure our ads? Ad platforms would learn which steps you reach here, and your email only as a one-way hash. Declining changes nothing for you.',
  ]);
});
