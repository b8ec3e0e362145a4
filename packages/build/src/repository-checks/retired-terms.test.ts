import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { inRoot } from '../repository.ts';

/** Words that docs/glossary.md replaces, and what to write instead. `allowed` matches lines with a frozen name or another meaning. */
const retiredTerms: readonly { readonly term: RegExp; readonly use: string; readonly allowed?: RegExp }[] = [
  { term: /\bwaist\b/i, use: 'Shell API' },
  { term: /catalogue/i, use: 'catalog' },
  { term: /take-over/i, use: 'takeover' },
  { term: /\b(first screens?|frames?|pages?|screens?) (is|are|was|were) drawn\b/i, use: 'prerendered' },
  {
    term: /\bself-?heal(s|ed|ing)?\b/i,
    use: 'auto-rollback',
    allowed: /'self-healing'|`self-healing`|"self-healing"/,
  },
  { term: /\b(takes?|taken|took|taking) (it |a canary |the canary )?back\b/i, use: 'roll back' },
  {
    term: /\bwiden(s|ed|ing)?\b/i,
    use: 'increase the canary percentage',
    allowed: /'widen'|"widen"|`widen`|widen:/,
  },
  { term: /\b(largest paint|largest-paint)\b/i, use: 'LCP', allowed: /largestPaintMs/ },
  { term: /\bgiven up\b/i, use: 'dead letter, not retried' },
  { term: /\bput back\b/i, use: 'requeued, restored' },
  { term: /\banew\b/i, use: 'again' },
  { term: /\bby (it|them)self\b|\bby themselves\b/i, use: 'automatically' },
  { term: /\ball the same\b/i, use: 'anyway' },
  { term: /\b(is|are|was|were|be|been) told\b/i, use: 'is notified, receives' },
  { term: /\bhears?\b|\bheard\b/i, use: 'receives', allowed: /heard(-| )about(-| )it|heard: 'chat'/ },
  { term: /\bwhoever\b|\bwhomever\b/i, use: 'the visitor, the operator, the caller' },
  { term: /\bwhat (came|became|becomes) of\b/i, use: 'the result of' },
  { term: /\b(a|the) yes\b|\b(a|the) no\b(?! )/i, use: 'consent, refusal' },
  { term: /\boccurrences?\b/i, use: 'event', allowed: /occurrences? of|indexOf/ },
  { term: /\btall(y|ies)\b/i, use: 'counts' },
  {
    term: /\bfigures\b/i,
    use: 'analytics, metrics, prices',
    allowed: /tabular|figures\.|(same|tabular|with the) figures/,
  },
  {
    term: /\bsettle(s|d|ment|ments)?\b/i,
    use: 'reconcile',
    allowed: /Promise|allSettled|\/settle\b/,
  },
  {
    term: /\bswaps?\b|\bswapp(ed|ing)\b/i,
    use: 'promote, replace',
    allowed: /`swap`|^\s*swap: \{|display: 'swap'|'swap'/,
  },
  // The picture of a seal is one.
  { term: /\bunseal(s|ed)?\b|\bseal(s|ed)?\b/i, use: 'sign', allowed: /\bSeal\b|\ba (round )?seal\./ },
  { term: /\bthe one before\b/i, use: 'the previous one' },
  { term: /\b(spoke|speaks?|stands?) against\b/i, use: 'finding' },
  { term: /\bwhat is (asked|told|said|given|kept|shown) (for|to)\b/i, use: 'a noun' },
  { term: /\bagain is harmless\b/i, use: 'is safe to repeat' },
  { term: /\blets? go of\b/i, use: 'releases' },
  { term: /\bbefalls?\b|\bhitherto\b|\bthereof\b|\bhenceforth\b/i, use: 'plain words' },
  { term: /\bmend(s|ed|ing)?\b/i, use: 'fix, repair' },
  { term: /\bdepart(s|ed|ures?)\b/i, use: 'differ, mismatch' },
  { term: /\bfor want of\b/i, use: 'because … is missing' },
];

/** The glossary names the words it replaces, and this file lists them. Texts of the law and of published builds are not ours to change. */
const exempt = [
  /^docs\/glossary\.md$/,
  /retired-terms\.test\.ts$/,
  /^e2e\/fixtures\//,
  /CHANGELOG\.md$/,
  /^mfe-[^/]+\/src\/content\//,
  /\.schema\.json$/,
];
const notOurs = ['node_modules', 'dist', 'dist.next', 'test-results', 'playwright-report'];

function textFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.includes(entry.name) || (entry.name.startsWith('.') && entry.name !== '.ci')) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return textFiles(path);
    return /\.(ts|tsx|cjs|css|md|yaml|json|js)$/.test(entry.name) && entry.name !== 'package-lock.json'
      ? [path]
      : [];
  });
}

/** `file:line: term → replacement` for every retired term in the text, also within a name such as `isSettled`. */
function retiredTermsIn(name: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const words = line.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
    return retiredTerms
      .filter(({ term, allowed }) => (term.test(line) || term.test(words)) && !allowed?.test(line))
      .map(({ term, use }) => `${name}:${index + 1}: ${(term.exec(line) ?? term.exec(words))?.[0]} → ${use}`);
  });
}

it('finds no retired term in any file of the repository', () => {
  const findings = textFiles(inRoot()).flatMap((file) => {
    const name = relative(inRoot(), file);
    return exempt.some((pattern) => pattern.test(name))
      ? []
      : retiredTermsIn(name, readFileSync(file, 'utf8'));
  });
  expect(findings).toEqual([]);
});

it.each([
  ['// The narrow waist of the shell.', ['a.ts:1: waist → Shell API']],
  ["const actor = 'self-healing';", []],
  ['It loads\nthe version anew.', ['a.ts:2: anew → again']],
  ['const isSettled = true;', ['a.ts:1: Settled → reconcile']],
])('judges %j', (text, findings) => {
  expect(retiredTermsIn('a.ts', text)).toEqual(findings);
});
