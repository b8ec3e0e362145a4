import { pathToFileURL } from 'node:url';

import type { RemoteDefinition, ShellDefinition } from './definition.ts';
import { buildRemote } from './remote/build-remote.ts';
import { inRoot, type AppName } from './repository.ts';
import { buildShell } from './shell/build-shell.ts';

async function readDefinition<Definition>(file: string): Promise<Definition> {
  const { default: definition }: { default: Definition } = await import(pathToFileURL(file).href);
  return definition;
}

/** Builds the shell or a remote as `version` into `folder`. */
export async function buildApp(app: AppName, version: string, folder = inRoot(app, 'dist')) {
  return app === 'shell'
    ? buildShell(await readDefinition<ShellDefinition>(inRoot(app, 'shell.config.ts')), version, folder)
    : buildRemote(await readDefinition<RemoteDefinition>(inRoot(app, 'remote.config.ts')), version, folder);
}
