import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { RemoteDefinition, ShellDefinition } from './definition.ts';
import { buildRemote } from './remote/build-remote.ts';
import type { AppName } from './repository.ts';
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

/** Builds the shell or a remote, and describes the build in its `remote.json`. Resolves to that description. */
export async function buildApp(app: AppName, { folder, ...rest }: AppBuild) {
  // Built beside its place and moved there whole, so that nobody ever reads half a build.
  const build = { ...rest, folder: `${folder}.next` };
  const manifest =
    app === 'shell'
      ? await buildShell({
          ...build,
          definition: await readDefinition<ShellDefinition>(join(build.source, 'shell.config.ts')),
        })
      : await buildRemote({
          ...build,
          definition: await readDefinition<RemoteDefinition>(join(build.source, 'remote.config.ts')),
        });
  rmSync(folder, { recursive: true, force: true });
  renameSync(build.folder, folder);
  return manifest;
}
