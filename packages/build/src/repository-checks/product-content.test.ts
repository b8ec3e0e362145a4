import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

import ts from 'typescript';

import { appNames, inRoot } from '../repository.ts';

function filesIn(folder: string): string[] {
  return readdirSync(inRoot(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(inRoot(), join(entry.parentPath, entry.name)))
    .filter((file) => !/\/(node_modules|dist)\//.test(file));
}

const visitorFolders = [...appNames.map((app) => `${app}/src`), 'packages/ui/src', 'packages/shell-kit/src'];
const files = visitorFolders.flatMap(filesIn);
/** The examples of the component page are for developers. */
const components = files.filter(
  (file) => file.endsWith('.tsx') && !/\.test(kit)?\.tsx$|\/examples\//.test(file),
);
const sourceOf = (file: string) => readFileSync(inRoot(file), 'utf8');

/** A message for developers: `new Error(…)` or `console.warn(…)`. */
const isForDevelopers = (node: ts.Node): boolean =>
  ts.isNewExpression(node) || (ts.isCallExpression(node) && node.expression.getText().startsWith('console.'));

/** What a component says itself: the texts between its tags, and its string literals. */
function textsOf(file: string): { betweenTags: string[]; literals: string[] } {
  const betweenTags: string[] = [];
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isForDevelopers(node)) return;
    if (ts.isJsxText(node)) betweenTags.push(node.text.trim());
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      literals.push(node.text);
    ts.forEachChild(node, visit);
  };
  const { ES2023 } = ts.ScriptTarget;
  visit(ts.createSourceFile(file, sourceOf(file), ES2023, true, ts.ScriptKind.TSX));
  return { betweenTags, literals };
}

/** `file: text` for each text of a component that `isWrong` selects. */
const textsWith = (kind: 'betweenTags' | 'literals', isWrong: (text: string) => boolean) =>
  components.flatMap((file) =>
    textsOf(file)
      [kind].filter(isWrong)
      .map((text) => `${file}: ${text}`),
  );

describe('components', () => {
  it('are all found', () => {
    const some = ['mfe-pricing/src/sections/reviews.tsx', 'mfe-quiz/src/quiz-stage.tsx', 'shell/src/app.tsx'];
    expect(components).toEqual(expect.arrayContaining(some));
  });

  it('have no words between their tags', () => {
    expect(textsWith('betweenTags', (text) => /\p{L}/u.test(text))).toEqual([]);
  });

  it('have no sentence', () => {
    expect(textsWith('literals', (text) => /^\p{Lu}\p{Ll}*,? \p{Ll}/u.test(text))).toEqual([]);
  });

  it('name no brand, URL or statistic', () => {
    const facts =
      /Candela|Tickwise|candela\.example|1,000,000|1 million|\b4\.6\b|77\s?%|75\s?%|2,000|https?:\/\//;
    expect(textsWith('literals', (text) => facts.test(text))).toEqual([]);
  });
});

describe('pictures', () => {
  it('are vector drawings in the source, apart from the icon of the site', () => {
    const pictures = files.filter((file) => /^\.(svg|png|jpe?g|gif|webp|avif|ico|bmp)$/.test(extname(file)));
    expect(pictures.filter((file) => !file.startsWith('shell/src/brand/'))).toEqual([]);
  });

  it('are never loaded from a URL', () => {
    const loading = files.filter((file) =>
      /\.(tsx|css)$/.test(file) ? /<img|<image|<picture|\burl\(|srcSet/.test(sourceOf(file)) : false,
    );
    expect(loading).toEqual([]);
  });

  it('come from no package', () => {
    const manifests = [...appNames, 'packages/ui', 'packages/shell-kit'].map((folder) =>
      Object.keys(Object(JSON.parse(sourceOf(`${folder}/package.json`))).dependencies),
    );
    expect(manifests.flat().filter((name) => /icon|lucide|illustration|emoji|svg/i.test(name))).toEqual([]);
  });
});

describe('testimonials', () => {
  /** The start of the people's words in a catalog, as in `samples: [` or `testimonial: {`. */
  const testimonials = /^.*\n\s*(samples|testimonial): [[{]/gm;
  const found = files
    .filter((file) => /\/content\/[^/]+\.ts$/.test(file))
    .flatMap((file) => [...sourceOf(file).matchAll(testimonials)].map(([start]) => ({ file, start })));

  it('are in the content of the quiz and of the offer', () => {
    expect(found.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['mfe-quiz/src/content/en.ts', 'mfe-pricing/src/content/en.ts']),
    );
  });

  it('are marked as sample content', () => {
    expect(found.filter(({ start }) => !/^\s*\/\/ Sample content\b/.test(start))).toEqual([]);
  });
});
