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
export async function buildApp(app: AppName, build: AppBuild) {
  return app === 'shell'
    ? buildShell({
        ...build,
        definition: await readDefinition<ShellDefinition>(join(build.source, 'shell.config.ts')),
      })
    : buildRemote({
        ...build,
        definition: await readDefinition<RemoteDefinition>(join(build.source, 'remote.config.ts')),
      });
}
