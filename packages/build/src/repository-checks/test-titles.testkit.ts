import { readFileSync } from 'node:fs';

import ts from 'typescript';

import { titleSeparator, type Requirement } from './requirements.ts';

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
    .map(({ number, file, title }) => `${number}: ${file}${titleSeparator}${title}`);
}

function readTitles(path: string): Set<string> {
  try {
    return titlesIn(readFileSync(path, 'utf8'));
  } catch {
    return new Set();
  }
}
