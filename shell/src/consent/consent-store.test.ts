import { consentTextVersion, readConsent } from '@funnel/contracts/consent';

import { de } from '../content/de.ts';
import { en, type Copy } from '../content/en.ts';
import { createConsentStore, hasGpcSignal } from './consent-store.ts';

const nowMs = 1_790_000_000_000;

/** Stores cookies like a browser: one assignment sets one cookie, and its attributes cannot be read back. */
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

const jarWithoutCookies = () => ({
  get cookie() {
    return '';
  },
  set cookie(_: string) {},
});

function open(over: Partial<Parameters<typeof createConsentStore>[0]> = {}) {
  const jar = over.jar ?? cookieJar();
  const reported: string[] = [];
  const store = createConsentStore({
    setting: 'required',
    jar,
    hasGpcSignal: false,
    isSecure: false,
    now: () => nowMs,
    async report() {
      reported.push(jar.cookie);
    },
    ...over,
  });
  return { store, jar, reported };
}

it('prompts on the first visit and stores nothing before a choice', () => {
  const { store, jar } = open();
  expect(store.status.get()).toBe('prompted');
  expect(jar.cookie).toBe('');
});

it.each(['granted', 'denied'] as const)('stores %s with its time and the version of the text', (choice) => {
  const { store, jar } = open();
  store.choose(choice);
  expect(store.status.get()).toBe('chosen');
  expect(jar.cookie).toBe(`consent=${choice}.${nowMs}.${consentTextVersion}`);
  expect(open({ jar }).store.status.get()).toBe('chosen');
});

it('shows a choice that another page has stored or withdrawn, once it is asked to look', () => {
  let at = nowMs;
  const now = () => ++at;
  const { store, jar } = open({ now });
  const other = open({ jar, now }).store;
  other.choose('denied');
  store.update();
  expect(store.status.get()).toBe('chosen');
  other.withdraw();
  store.update();
  expect(store.status.get()).toBe('prompted');
  store.choose('granted');
  store.withdraw();
  store.update();
  expect(store.status.get()).toBe('prompted-again');
});

it('keeps its choice in a browser that stores no cookies', () => {
  const { store } = open({ jar: jarWithoutCookies() });
  store.choose('denied');
  store.update();
  expect(store.status.get()).toBe('chosen');
});

it('reports the denial of Global Privacy Control once, although the browser stores no cookies', async () => {
  const { store, reported } = open({ jar: jarWithoutCookies(), hasGpcSignal: true });
  for (let look = 0; look < 3; look++) store.update();
  await Promise.resolve();
  expect([store.status.get(), reported.length]).toEqual(['not-needed', 1]);
});

it('deletes a withdrawn choice and prompts again', () => {
  const { store, jar } = open();
  store.choose('granted');
  store.withdraw();
  expect(store.status.get()).toBe('prompted-again');
  expect(readConsent(jar.cookie)).toBeNull();
});

it('makes the service read the cookie after each choice and after a withdrawal', () => {
  const { store, reported } = open();
  expect(reported).toEqual([]);
  store.choose('granted');
  store.withdraw();
  expect(reported).toEqual([`consent=granted.${nowMs}.${consentTextVersion}`, '']);
});

it.each([
  ['withdrawn', null],
  ['denied', 'denied'],
] as const)('stays %s when the response to an earlier choice writes that one', async (_, second) => {
  const jar = cookieJar();
  const responses: (() => void)[] = [];
  const report = () => new Promise<void>((resolve) => responses.push(resolve));
  const { store } = open({ jar, report });
  store.choose('granted');
  const granted = jar.cookie;
  if (second) store.choose(second);
  else store.withdraw();
  const last = jar.cookie;
  responses[1]?.();
  jar.cookie = granted;
  responses[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(jar.cookie).toBe(last);
});

it('prompts again when the text has changed since the choice', () => {
  const jar = cookieJar(`consent=granted.${nowMs}.${consentTextVersion - 1}`);
  expect(open({ jar }).store.status.get()).toBe('prompted');
});

it('does not prompt if consent is implied', () => {
  const { store, jar } = open({ setting: 'implied' });
  expect(store.status.get()).toBe('not-needed');
  expect(jar.cookie).toBe('');
});

it.each(['required', 'implied'] as const)(
  'stores a denial if the browser sends Global Privacy Control, whatever was chosen before (%s)',
  (setting) => {
    const jar = cookieJar(`consent=granted.1.${consentTextVersion}`);
    const { store } = open({ setting, jar, hasGpcSignal: true });
    expect(store.status.get()).toBe('not-needed');
    expect(readConsent(jar.cookie)).toMatchObject({ choice: 'denied', at: nowMs });
  },
);

it('reports the denial of Global Privacy Control once, not on every page', () => {
  const first = open({ hasGpcSignal: true });
  expect(first.reported).toEqual([`consent=denied.${nowMs}.1`]);
  const next = open({ hasGpcSignal: true, jar: first.jar, now: () => nowMs + 1_000 });
  expect(next.reported).toEqual([]);
  expect(next.jar.cookie).toBe(`consent=denied.${nowMs}.1`);
});

it('accepts a choice if cookies are blocked', () => {
  const { store } = open({ jar: { cookie: '' } });
  store.choose('denied');
  expect(store.status.get()).toBe('chosen');
});

it('detects Global Privacy Control only by its property', () => {
  expect(hasGpcSignal({ globalPrivacyControl: true })).toBe(true);
  for (const browser of [{}, { globalPrivacyControl: false }, { globalPrivacyControl: undefined }]) {
    expect(hasGpcSignal(browser)).toBe(false);
  }
});

it('has this version for exactly this text; raise the version when the text changes', () => {
  const textsOf = ({ consent: { text, accept, decline } }: Copy) => [text, accept, decline];
  expect([consentTextVersion, textsOf(en), textsOf(de)]).toEqual([
    1,
    [
      'May we measure our ads? Ad platforms would learn which steps you reach here, and your email only as a one-way hash. Declining changes nothing for you.',
      'Accept',
      'Decline',
    ],
    [
      'Dürfen wir Werbung messen? Werbeplattformen erfahren dann Ihre Schritte und Ihre E-Mail nur als Einweg-\u2060Hash. Ablehnen ändert nichts.',
      'Zustimmen',
      'Ablehnen',
    ],
  ]);
});
