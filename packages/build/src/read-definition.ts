import { pathToFileURL } from 'node:url';

import type { RemoteDefinition } from '@funnel/remote-tools/definition';

import { inRoot } from './repository.ts';

/** What a configuration file of an app exports. */
export async function readDefinition<Definition>(file: string): Promise<Definition> {
  const { default: definition }: { default: Definition } = await import(pathToFileURL(file).href);
  return definition;
}

export const readRemoteDefinition = (remote: string): Promise<RemoteDefinition> =>
  readDefinition(inRoot(remote, 'remote.config.ts'));
