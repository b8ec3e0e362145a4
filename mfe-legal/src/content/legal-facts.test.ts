import { refundProgress } from '@funnel/contracts/refund-progress';

import { de } from './de.ts';
import { en } from './en.ts';
import type { Block, LegalFacts, LegalText, TextName } from './legal-text.ts';

const facts: LegalFacts = {
  currency: 'EUR',
  links: {
    app: 'https://app.candela.example',
    supportEmail: 'support@candela.example',
    portalLogin: null,
    appStore: null,
    googlePlay: null,
  },
};

const blocksOf = (text: LegalText): readonly Block[] => text.sections.flatMap((section) => section.blocks);
const textOf = (name: TextName) => JSON.stringify(en.texts[name](facts));

const requiredFacts: Readonly<Record<TextName, readonly string[]>> = {
  terms: [
    'at least 18 years old',
    'law of Wyoming, USA',
    'suspend or terminate an account',
    'charged when you buy, at the price shown at checkout',
    'renews automatically',
    'at least 24 hours',
    'deleting the app does not cancel it',
    'earlier known as Tickwise',
  ],
  privacy: [
    'not intended for anyone under 16',
    'California Privacy Rights Request',
    'one-way hash',
    'local storage',
  ],
  subscription: [
    'for the first period only',
    'the full price shown at checkout holds from the first period on',
    'paid trial',
    'turns automatically into a paid recurring subscription',
    'at least 24 hours before the first period ends',
    'billing cycle of your plan, 1 week, 4 weeks or 12 weeks',
    'then current price',
    'your profile settings',
    'Apple ID account',
    'Google Play account',
    'takes effect at the end of the current period',
    'Premium access continues until it expires',
    'Deleting the app does not cancel',
    'all sales are final',
    'within 30 days of the purchase',
    'before the end of the first billing period',
    'proof of your progress, such as screenshots',
    'change of mind',
    'misunderstanding of the charges',
    'progress criteria are not met',
    'refunded by that store',
    'European Economic Area or in Switzerland',
    'within 14 days',
    'pro rata',
    'suspend or terminate',
  ],
  disclaimer: [
    'no guarantee',
    'not a licensed investment entity',
    'educational purposes only',
    'high risk of losing capital',
    'hypothetical',
  ],
};

describe.each(Object.keys(requiredFacts).filter((name): name is TextName => name in en.texts))(
  '%s',
  (name) => {
    it.each(requiredFacts[name])('contains: %s', (fact) => {
      expect(textOf(name)).toContain(fact);
    });

    it('has a title and text in every section', () => {
      for (const { title, blocks } of en.texts[name](facts).sections) {
        expect(title).not.toBe('');
        expect(blocks.length).toBeGreaterThan(0);
      }
    });
  },
);

it('lists the progress that a refund requires for each plan', () => {
  expect(refundProgress).toEqual({
    plan1: { streakDays: 5, lessons: 15 },
    plan2: { streakDays: 10, lessons: 30 },
    plan3: { streakDays: 14, lessons: 40 },
  });
  const table = blocksOf(en.texts.subscription(facts)).find(
    (block) => block.kind === 'table' && block.caption === 'Required progress',
  );
  expect(table).toMatchObject({
    rows: [
      ['1-WEEK PLAN', '5 days', '15 lessons'],
      ['4-WEEK PLAN', '10 days', '30 lessons'],
      ['12-WEEK PLAN', '14 days', '40 lessons'],
    ],
  });
});

it('lists the prices of the catalog in the currency of the visit', () => {
  const table = blocksOf(en.texts.subscription(facts)).find(
    (block) => block.kind === 'table' && block.caption === 'Prices and renewals',
  );
  expect(table).toMatchObject({
    head: ['Plan', 'First period, promotional price', 'Renews at'],
    rows: [
      ['1-WEEK PLAN', '€6.93 for the first week', '€13.86 every week'],
      ['4-WEEK PLAN', '€19.99 for the first 4 weeks', '€39.99 every 4 weeks'],
      ['12-WEEK PLAN', '€39.99 for the first 12 weeks', '€79.99 every 12 weeks'],
    ],
  });
});

it('contains the complete model withdrawal form', () => {
  const form = blocksOf(en.texts.subscription(facts)).find((block) => block.kind === 'form');
  expect(form).toMatchObject({
    fields: [
      'Service',
      'Date of purchase',
      'Full name',
      'Address',
      'E-mail',
      'Signature (only on paper)',
      'Date',
    ],
  });
});

it('sets the subject of a California request', () => {
  const subjects = blocksOf(en.texts.privacy(facts)).flatMap((block) =>
    block.kind === 'mail' ? [block.subject] : [],
  );
  expect(subjects).toContain('California Privacy Rights Request');
});

it('dates Terms and Privacy today, and Subscription May 2025', () => {
  const dates = (['terms', 'privacy', 'subscription'] as const).map(
    (name) => en.texts[name](facts).lastUpdated,
  );
  expect(dates).toEqual(['today', 'today', { month: '2025-05' }]);
});

it('has a full label and a small-screen label for every tab', () => {
  const labels = Object.values(en.tabs).map((tab) => [
    tab.label,
    'shortLabel' in tab ? tab.shortLabel : tab.label,
  ]);
  expect(labels).toEqual([
    ['Terms', 'Terms'],
    ['Privacy', 'Privacy'],
    ['Subscription', 'Subs.'],
    ['Disclaimer', 'Discl.'],
    ['Support', null],
    ['Account', null],
  ]);
});

it('names the app and the support email of the settings, and no other', () => {
  const links = { ...facts.links, app: 'https://learn.example', supportEmail: 'help@learn.example' };
  const texts = Object.values(en.texts).map((text) => JSON.stringify(text({ ...facts, links })));
  const addresses = texts.join().match(/[\w.]+@[\w.]+\w|https:\/\/[\w.]+\w/g);
  expect(new Set(addresses)).toEqual(new Set(['help@learn.example', 'https://learn.example']));
});

it.each<[TextName, readonly string[]]>([
  [
    'terms',
    [
      'mindestens 18 Jahre alt',
      'zu dem Preis bezahlt, der beim Bestellen angezeigt wird',
      'bis 24 Stunden vor Ende',
      'Recht von Wyoming, USA',
    ],
  ],
  ['privacy', ['nur als Hashwert', 'Kartendaten sehen und speichern wir nie']],
  [
    'subscription',
    [
      'gilt der volle Preis vom ersten Zeitraum an',
      'verlängert es sich automatisch',
      'spätestens 24 Stunden vor Ende',
      'innerhalb von 30 Tagen und vor Ende des ersten Zeitraums',
      'innerhalb von 14 Tagen ohne Angabe von Gründen',
    ],
  ],
  ['disclaimer', ['kein zugelassenes Wertpapierunternehmen', 'hohes Risiko, Kapital zu verlieren']],
])('the summary of %s in German states the facts of the full text', (name, stated) => {
  const summary = de.summaryOf(name)?.points.join(' ').replaceAll('\u00a0', ' ');
  for (const fact of stated) expect(summary).toContain(fact);
});
