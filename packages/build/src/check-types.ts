import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { inRoot } from './repository.ts';
import { runCompiler } from './run-command.ts';

/**
 * Checks the types of the modules in an app's folder and of everything they import. It runs in a process of its own beside
 * the bundler, which only strips types, and keeps its state in `.cache/types`. Rejects with the compiler's output.
 */
export function checkTypes(folder: string, modules: readonly string[]): Promise<void> {
  const id = relative(inRoot(), folder).replaceAll(/\W+/g, '-');
  const file = inRoot('.cache/types', `${id}.json`);
  mkdirSync(inRoot('.cache/types'), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify({
      extends: inRoot('packages/build/config/tsconfig.web.json'),
      compilerOptions: {
        composite: false,
        tsBuildInfoFile: inRoot('.cache/types', `${id}.tsbuildinfo`),
        noEmit: true,
        emitDeclarationOnly: false,
        declaration: false,
        customConditions: ['source'],
      },
      files: [
        inRoot('packages/remote-tools/types/assets.d.ts'),
        ...modules.map((module) => join(folder, module)),
      ],
    }),
  );
  return runCompiler(['-p', file]);
}
