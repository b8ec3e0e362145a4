import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { checkDefinition } from '@funnel/remote-tools/cli/check-definition';
import type { RemoteDefinition } from '@funnel/remote-tools/definition';
import { buildRemote } from '@funnel/remote-tools/remote/build-remote';

import { checkTypes } from './check-types.ts';
import { buildConsole } from './console/build-console.ts';
import type { AppBuild, ShellDefinition } from './definition.ts';
import { readDefinition } from './read-definition.ts';
import { buildPlace, type BuildTarget } from './repository.ts';
import { buildShell } from './shell/build-shell.ts';

interface BuildPlan {
  /** Modules of the app that its build reads, relative to the app's folder. */
  readonly modules: readonly string[];
  run(): ReturnType<typeof buildConsole | typeof buildRemote | typeof buildShell>;
}

async function planBuild(app: BuildTarget, build: AppBuild): Promise<BuildPlan> {
  if (app === 'console') return { modules: ['src/main.tsx'], run: () => buildConsole(build) };
  if (app === 'shell') {
    const config = 'shell.config.ts';
    const definition = await readDefinition<ShellDefinition>(join(build.source, config));
    const { entry, layout, storedState } = definition;
    return { modules: [config, entry, layout, storedState], run: () => buildShell({ ...build, definition }) };
  }
  const config = 'remote.config.ts';
  const file = join(build.source, config);
  const definition = await readDefinition<RemoteDefinition>(file);
  checkDefinition(definition, file);
  return {
    modules: [config, definition.module],
    run: () => buildRemote({ ...build, definition, place: buildPlace }),
  };
}

/**
 * Builds the shell, a remote or the console, and checks its types. An app that can be released is described in its
 * `remote.json`. Resolves to version and files. Rejects if a type or the definition is
 * wrong or the bundler fails; the previous build stays.
 */
export async function buildApp(app: BuildTarget, { folder, ...rest }: AppBuild) {
  // The new build replaces the old one in a single step, so that no reader sees half of it.
  const build = { ...rest, folder: `${folder}.next` };
  const plan = await planBuild(app, build);
  const [types, bundle] = await Promise.allSettled([checkTypes(build.source, plan.modules), plan.run()]);
  if (types.status === 'rejected') throw types.reason;
  if (bundle.status === 'rejected') throw bundle.reason;
  rmSync(folder, { recursive: true, force: true });
  renameSync(build.folder, folder);
  return bundle.value;
}
