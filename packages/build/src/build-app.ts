import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildConsole } from './console/build-console.ts';
import type { RemoteDefinition, ShellDefinition } from './definition.ts';
import { buildRemote } from './remote/build-remote.ts';
import type { BuildTarget } from './repository.ts';
import { buildShell } from './shell/build-shell.ts';

async function readDefinition<Definition>(file: string): Promise<Definition> {
  const { default: definition }: { default: Definition } = await import(pathToFileURL(file).href);
  return definition;
}

interface AppBuild {
  readonly version: string;
  /** The app's folder. */
  readonly source: string;
  /** Where the build goes; emptied first. */
  readonly folder: string;
}

async function buildInto(app: BuildTarget, build: AppBuild) {
  if (app === 'console') return buildConsole(build);
  if (app === 'shell') {
    const definition = await readDefinition<ShellDefinition>(join(build.source, 'shell.config.ts'));
    return buildShell({ ...build, definition });
  }
  const definition = await readDefinition<RemoteDefinition>(join(build.source, 'remote.config.ts'));
  return buildRemote({ ...build, definition });
}

/** Builds the shell, a remote or the console. What can be released is described in its `remote.json`. Resolves to version and files. */
export async function buildApp(app: BuildTarget, { folder, ...rest }: AppBuild) {
  // Built beside its place and moved there whole, so that nobody ever reads half a build.
  const build = { ...rest, folder: `${folder}.next` };
  const manifest = await buildInto(app, build);
  rmSync(folder, { recursive: true, force: true });
  renameSync(build.folder, folder);
  return manifest;
}
