import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';

import { appNames, inRoot } from '../repository.ts';

interface Stored {
  /** Where the product stores it: a file, and what it calls there. */
  readonly by: string;
  /** The words of the privacy text that name it, and those of its German summary. Null: no visitor has it. */
  readonly named: readonly [english: string, german: string] | null;
}

const campaign = ['the campaign or website that brought you here', 'die Kampagne oder Website'] as const;
const deadline = ['the deadline of your offer', 'die Frist Ihres Angebots'] as const;
const consent = ['your choice about consent', 'Ihre Datenschutzeinstellung'] as const;
const preview = ['a preview link of our team', 'einen Vorschau-Link unseres Teams'] as const;

/** All that the product stores in browsers. */
const stored: readonly Stored[] = [
  {
    by: 'services/api/src/tracking/visit.ts: cookies.set(cookieName)',
    named: ['your visit and the currency of your prices', 'Ihren Besuch, Ihre Währung'],
  },
  {
    by: 'services/releases/src/visitors/release-cookies.ts: cookies.set(assignmentCookie)',
    named: ['the version of this website that you see', 'die Version dieser Website'],
  },
  {
    by: 'services/api/src/platform/page-locale.ts: cookies.set(cookieName)',
    named: ['the language that you chose', 'die gewählte Sprache'],
  },
  { by: 'mfe-pricing/src/offer/deadline.ts: jar.cookie =', named: deadline },
  { by: 'services/api/src/offer/offer-routes.ts: cookies.set(offerDeadlineCookie)', named: deadline },
  { by: 'shell/src/consent/consent-store.ts: jar.cookie =', named: consent },
  { by: "services/api/src/tracking/consent-routes.ts: 'Set-Cookie'", named: consent },
  { by: 'services/api/src/tracking/visitor-context.ts: cookies.set(attributionCookie)', named: campaign },
  {
    by: 'services/api/src/tracking/visitor-context.ts: cookies.set(browserIdsCookie)',
    named: [
      'an id of your browser for advertising platforms, your last click on an ad and your session for Google Analytics, for 90 days',
      '90 Tage lang eine Kennung Ihres Browsers für Werbeplattformen, Ihr letzter Klick auf eine Anzeige und Ihre Sitzung für Google Analytics',
    ],
  },
  {
    by: 'services/api/src/billing/checkout/purchase-cookie.ts: cookies.set(cookieName)',
    named: ['your purchases, for 400 days', '400 Tage lang Ihre Käufe'],
  },
  { by: 'services/releases/src/visitors/preview.ts: cookies.set(previewCookie)', named: preview },
  { by: 'services/releases/src/visitors/local-override.ts: cookies.set(previewCookie)', named: preview },
  { by: 'services/releases/src/operators/operator-auth.ts: cookies.set(cookieName)', named: null },
  {
    by: 'shell/src/start.tsx: localStorage',
    named: [
      'local storage holds your answers, your goal and your email address',
      'Ihre Antworten, Ihr Ziel und Ihre E-Mail-Adresse liegen im lokalen Speicher',
    ],
  },
  {
    by: 'mfe-quiz/src/lead/lead-store.ts: indexedDB',
    named: [
      'its database (IndexedDB) the email address and answers that you last sent',
      'was Sie davon zuletzt abgeschickt haben, liegt auch in seiner Datenbank (IndexedDB)',
    ],
  },
];

const folders = [
  ...appNames.map((app) => `${app}/src`),
  ...['api', 'releases', 'console'].map((service) => `services/${service}/src`),
  ...['contracts', 'service-kit', 'shell-kit', 'ui'].map((name) => `packages/${name}/src`),
];

const sources = folders.flatMap((folder) =>
  readdirSync(inRoot(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.testkit)\.tsx?$/.test(entry.name))
    .map((entry) => relative(inRoot(), join(entry.parentPath, entry.name))),
);

const storages = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'cookieStore', 'caches']);

/** What the expression stores in a browser, or undefined. */
function storedBy(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && node.expression.getText().endsWith('cookies.set'))
    return `cookies.set(${node.arguments[0]?.getText()})`;
  if (ts.isStringLiteral(node) && node.text.toLowerCase() === 'set-cookie') return node.getText();
  if (ts.isIdentifier(node) && storages.has(node.text)) return node.text;
  const isAssignment = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (isAssignment && node.left.getText().endsWith('.cookie')) return `${node.left.getText()} =`;
  return undefined;
}

function storedIn(file: string): string[] {
  const text = readFileSync(inRoot(file), 'utf8');
  if (!/cookie|caches|indexedDB|localStorage|sessionStorage/i.test(text)) return [];
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = storedBy(node);
    if (name) found.add(`${file}: ${name}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true));
  return [...found];
}

it('lists all that the product stores in browsers', () => {
  expect(sources.flatMap(storedIn).sort()).toEqual(stored.map(({ by }) => by).sort());
});

describe.each([
  ['the privacy text', 'mfe-legal/src/content/en/privacy.ts', 0],
  ['its German summary', 'mfe-legal/src/content/de.ts', 1],
])('%s', (_, file, language) => {
  const text = readFileSync(inRoot(file), 'utf8');
  const words = stored.flatMap(({ named }) => (named ? [named[language]] : []));

  it.each([...new Set(words)])('names what browsers store: %s', (named) => {
    expect(text).toContain(named);
  });
});
