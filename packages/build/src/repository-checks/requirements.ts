import { readFileSync } from 'node:fs';

import ts from 'typescript';

/** A test by its file, relative to the repository's root, and its title as it is written in the source. */
export interface TestReference {
  readonly file: string;
  readonly title: string;
}

export interface Requirement {
  /** `R-001` */
  readonly number: string;
  readonly group: string;
  readonly text: string;
  readonly source: string;
  readonly tests: readonly TestReference[];
  /** Only without a test: what is known about the requirement, as in `built, not tested`. */
  readonly remark: string | null;
}

/** The remarks that a requirement without a test may have; more may follow after a colon. */
export const remarks = ['built, not tested', 'not built'] as const;

const separator = ' › ';

/** The cells of `| a | b |`. A `\|` belongs to its cell. */
function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function parseTests(cell: string): TestReference[] {
  return [...cell.matchAll(/`(.+?)`/g)].map(([, reference = '']) => {
    const at = reference.indexOf(separator);
    if (at < 0) return { file: reference, title: '' };
    return { file: reference.slice(0, at), title: reference.slice(at + separator.length) };
  });
}

/** Reads the tables of a Markdown document, one under each `##` heading. */
export function parseRequirements(markdown: string): Requirement[] {
  let group = '';
  return markdown.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) group = line.slice(3).trim();
    if (!line.startsWith('| R-')) return [];
    const [number = '', text = '', source = '', shownBy = ''] = cellsOf(line);
    const [, remark = null] = /^none(?: – (.*))?$/.exec(shownBy) ?? [];
    return [{ number, group, text, source, tests: parseTests(shownBy), remark }];
  });
}

/** `it` and `test`, with what may follow them and still declare a test. */
const testModifiers = ['each', 'only', 'skip', 'concurrent', 'failing', 'fixme'];

function declaresTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  if (ts.isCallExpression(callee)) return declaresTest(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return declaresTest(callee.tag);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return testModifiers.includes(callee.name.text) && declaresTest(callee.expression);
}

function titleOf(argument: ts.Expression | undefined, source: ts.SourceFile): string | null {
  if (!argument) return null;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  return ts.isTemplateExpression(argument) ? argument.getText(source).slice(1, -1) : null;
}

/** The titles of the tests that a source file declares. A template title keeps its placeholders. */
export function titlesIn(text: string): Set<string> {
  const source = ts.createSourceFile('test.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && declaresTest(node.expression)) {
      const title = titleOf(node.arguments[0], source);
      if (title !== null) titles.add(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** The references to tests that do not exist, each as `file › title`. `resolve` turns a file into its path. */
export function missingTests(
  requirements: readonly Requirement[],
  resolve: (file: string) => string,
): string[] {
  const titlesByFile = new Map<string, Set<string>>();
  const titlesOf = (file: string): Set<string> => {
    const known = titlesByFile.get(file) ?? readTitles(resolve(file));
    titlesByFile.set(file, known);
    return known;
  };
  const references = requirements.flatMap(({ number, tests }) => tests.map((test) => ({ number, ...test })));
  return references
    .filter(({ file, title }) => !titlesOf(file).has(title))
    .map(({ number, file, title }) => `${number}: ${file}${separator}${title}`);
}

function readTitles(path: string): Set<string> {
  try {
    return titlesIn(readFileSync(path, 'utf8'));
  } catch {
    return new Set();
  }
}

export interface RequirementsReport {
  readonly total: number;
  readonly tested: number;
  readonly builtNotTested: readonly Requirement[];
  readonly notBuilt: readonly Requirement[];
}

export function reportRequirements(requirements: readonly Requirement[]): RequirementsReport {
  const untested = requirements.filter(({ tests }) => tests.length === 0);
  const isBuilt = ({ remark }: Requirement) => remark?.startsWith(remarks[0]) === true;
  return {
    total: requirements.length,
    tested: requirements.length - untested.length,
    builtNotTested: untested.filter(isBuilt),
    notBuilt: untested.filter((requirement) => !isBuilt(requirement)),
  };
}
