import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import ts from 'typescript';

import { inRoot, readPackage } from '../repository.ts';
import { compilePackages, listCompiled, publicPackages } from './pack-packages.ts';

/** A module that teams import. */
export interface PublicModule {
  /** `@funnel/ui/button` */
  readonly name: string;
  /** The text of its compiled `.d.ts`. */
  readonly declarations: string;
}

export interface ApiReport {
  /** Where it is kept, relative to the root. */
  readonly file: string;
  readonly text: string;
}

const printer = ts.createPrinter({ removeComments: true });

/**
 * Sorts the properties of type literals and the members of unions. Their order means nothing, and the compiler's
 * depends on which files it happened to check first.
 */
const sortMembers: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const sorted = <Node extends ts.Node>(nodes: ts.NodeArray<Node>): readonly Node[] =>
    nodes
      .map((node) => ({ node, text: printer.printNode(ts.EmitHint.Unspecified, node, file) }))
      .toSorted((one, other) => (one.text < other.text ? -1 : 1))
      .map(({ node }) => node);
  const visit = (child: ts.Node): ts.Node => {
    const node = ts.visitEachChild(child, visit, context);
    if (ts.isUnionTypeNode(node)) {
      return ts.factory.updateUnionTypeNode(node, ts.factory.createNodeArray(sorted(node.types)));
    }
    if (ts.isTypeLiteralNode(node) && node.members.every(ts.isPropertySignature)) {
      return ts.factory.updateTypeLiteralNode(node, ts.factory.createNodeArray(sorted(node.members)));
    }
    return node;
  };
  return ts.visitEachChild(file, visit, context);
};

function withoutComments({ name, declarations }: PublicModule): string {
  const source = ts.createSourceFile(`${name}.d.ts`, declarations, ts.ScriptTarget.Latest);
  return ts
    .transform(source, [sortMembers])
    .transformed.map((file) => printer.printFile(file))
    .join('');
}

/** Describes in Markdown what the modules of a package declare, without comments. */
export function describeApi(packageName: string, modules: readonly PublicModule[]): string {
  const sections = modules.map(
    (module) => `## ${module.name}\n\n\`\`\`ts\n${withoutComments(module)}\`\`\`\n`,
  );
  const text = [
    `# The public types of ${packageName}\n`,
    'Written by `npm run api-report`. A difference is what teams notice: review it.\n',
    ...sections,
  ].join('\n');
  return execFileSync(
    process.execPath,
    [inRoot('node_modules/prettier/bin/prettier.cjs'), '--stdin-filepath', inRoot('packages/api.md')],
    { input: text, encoding: 'utf8' },
  );
}

function describePackage(folder: string): ApiReport {
  const { name } = readPackage(folder);
  // Every module is exported under its path.
  const modules = listCompiled(folder)
    .filter((path) => path.endsWith('.d.ts'))
    .toSorted()
    .map((path) => ({
      name: `${name}/${path.slice(0, -'.d.ts'.length)}`,
      declarations: readFileSync(inRoot(folder, 'dist', path), 'utf8'),
    }));
  return { file: `${folder}/api.md`, text: describeApi(name, modules) };
}

/** Compiles the packages that teams install, and describes the types of each. Rejects if one does not compile. */
export async function describePackages(): Promise<readonly ApiReport[]> {
  await compilePackages();
  return publicPackages.map(describePackage);
}
