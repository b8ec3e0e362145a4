import type { LegalTab } from '@funnel/contracts/widgets';
import { markupOf } from '@funnel/shell-kit/markup';

import { languages } from '../content/content.ts';
import { remote } from '../legal.remote.tsx';
import { noopShell } from '@funnel/shell-kit/noop-shell';

const Dialog = remote.widgets?.dialog;

/** The markup of the dialog, opened on a tab or without naming one. */
function dialogMarkup(tab?: LegalTab, shell = noopShell): string {
  if (!Dialog) throw new Error('The remote has no dialog');
  return markupOf(<Dialog shell={shell} request={{ name: 'legal/dialog', tab, onClose: () => undefined }} />);
}

const selectedTabs = (markup: string) =>
  [...markup.matchAll(/<button[^>]*role="tab"[^>]*>.*?<\/button>/g)]
    .map(([tab]) => tab)
    .filter((tab) => tab.includes('aria-selected="true"'))
    .map((tab) => tab.replace(/<[^>]*>/g, ''));

it('opens on the terms unless a tab is named', () => {
  expect(selectedTabs(dialogMarkup())).toEqual(['Terms']);
  expect(selectedTabs(dialogMarkup('account'))).toEqual(['Account']);
});

describe('on the first of May 2026', () => {
  beforeAll(() => jest.useFakeTimers({ now: new Date(2026, 4, 1, 12) }));
  afterAll(() => jest.useRealTimers());

  it.each(['terms', 'privacy'] as const)('the %s are effective from that day', (tab) => {
    expect(dialogMarkup(tab)).toContain(
      '<span>Effective: May 1, 2026</span><span>Last updated: May 1, 2026</span>',
    );
  });

  it('the subscription terms keep their date', () => {
    expect(dialogMarkup('subscription')).toContain('<span>Last updated: May 2025</span>');
    expect(dialogMarkup('subscription')).not.toContain('2026');
  });
});

it('names the list of its tabs', () => {
  const [list = ''] = /<div[^>]*role="tablist"[^>]*>/.exec(dialogMarkup()) ?? [];
  expect(list).toContain('aria-label="Legal texts and help"');
});

it('offers the support email as a link', () => {
  expect(dialogMarkup('support')).toContain(
    '<a href="mailto:support@candela.example">support@candela.example</a>',
  );
});

it('offers the support email of the settings', () => {
  const links = { ...noopShell.config.links, supportEmail: 'help@learn.example' };
  expect(dialogMarkup('support', { ...noopShell, config: { ...noopShell.config, links } })).toContain(
    '<a href="mailto:help@learn.example">help@learn.example</a>',
  );
});

it('names the same 24 hours wherever it says until when to cancel', () => {
  const hours = [...dialogMarkup('subscription').matchAll(/at least (\d+) hours/g)].map(([, count]) => count);
  expect(hours).toEqual(['24', '24']);
});

it('states the prices in the currency of the visitor, in rows that begin with the plan', () => {
  const inEuros = { ...noopShell, config: { ...noopShell.config, currency: 'EUR' } } as const;
  expect(dialogMarkup('subscription', inEuros)).toMatch(
    /<th scope="row">4-WEEK PLAN<\/th><td>[^<]*€19\.99[^<]*<\/td><td>[^<]*€39\.99/,
  );
  expect(dialogMarkup('subscription')).toMatch(/<th scope="row">4-WEEK PLAN<\/th><td>[^<]*\$19\.99/);
});

it('names each table, and each of its columns', () => {
  const tables = [...dialogMarkup('subscription').matchAll(/<table.*?<\/table>/g)].map(([table]) => table);
  expect(tables.map((table) => /<caption>(.*?)<\/caption>/.exec(table)?.[1])).toEqual([
    'Prices and renewals',
    'Required progress',
  ]);
  for (const table of tables)
    expect(table).toMatch(/<thead><tr>(<th scope="col">[^<]+<\/th>)+<\/tr><\/thead>/);
});

it('begins an email to the company with its subject', () => {
  expect(dialogMarkup('privacy')).toContain(
    '<a href="mailto:support@candela.example?subject=California%20Privacy%20Rights%20Request">',
  );
});

it('asks whether the visitor has an account, and opens the login of the external app in a new tab', () => {
  const markup = dialogMarkup('account');
  expect(markup).toContain('<h3>Do you already have an account?</h3>');
  const [link = ''] = /<a [^>]*>Yes, take me to login<\/a>/.exec(markup) ?? [];
  expect(link).toContain('href="https://app.candela.example/login"');
  expect(link).toContain('target="_blank" rel="noopener noreferrer"');
});

it('leads to the customer portal only if there is one', () => {
  const links = { ...noopShell.config.links, portalLogin: 'https://portal.example/login' };
  const withPortal = { ...noopShell, config: { ...noopShell.config, links } };
  for (const tab of ['account', 'subscription'] as const) {
    expect(dialogMarkup(tab, withPortal)).toContain('href="https://portal.example/login"');
    expect(dialogMarkup(tab)).not.toContain('Manage your subscription');
  }
});

it('opens the customer portal in a new tab, so that the funnel stays open', () => {
  const links = { ...noopShell.config.links, portalLogin: 'https://portal.example/login' };
  const withPortal = { ...noopShell, config: { ...noopShell.config, links } };
  for (const tab of ['account', 'subscription'] as const)
    expect(dialogMarkup(tab, withPortal)).toMatch(
      /<a href="https:\/\/portal\.example\/login" target="_blank"[^>]*>/,
    );
});

it('names all places in which to cancel wherever it leads to the customer portal', () => {
  const links = { ...noopShell.config.links, portalLogin: 'https://portal.example/login' };
  const withPortal = { ...noopShell, config: { ...noopShell.config, links } };
  for (const tab of ['account', 'subscription'] as const)
    expect(dialogMarkup(tab, withPortal)).toMatch(
      /cancel in your profile settings or with our payment provider[^<]*<a href="https:\/\/portal\.example\/login"/,
    );
  expect(dialogMarkup('subscription', withPortal)).toContain(
    '<dt>Website</dt><dd>Sign in at https://app.candela.example and cancel in your profile settings, or cancel with our payment provider at https://portal.example/login.</dd>',
  );
});

it('says by platform how to cancel, and to whom a withdrawal is sent', () => {
  const markup = dialogMarkup('subscription');
  expect(markup).toContain(
    '<dt>Website</dt><dd>Sign in at https://app.candela.example and cancel in your profile settings.</dd>',
  );
  expect(markup).toContain('<p>To: support@candela.example</p>');
});

it('marks the full text as English where the page is in another language', async () => {
  expect(dialogMarkup('disclaimer')).not.toContain(' lang=');
  await languages.de?.();
  const [summary = '', fullText] = dialogMarkup('disclaimer', { ...noopShell, locale: 'de' }).split(
    '<div lang="en"',
  );
  expect(summary).toContain('Haftungsausschluss');
  expect(fullText).toContain('<h4>Disclaimer</h4>');
});
