import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { versionSchema } from '@funnel/contracts/release';

import type { RemoteDefinition } from '../definition.ts';
import { loadInNode } from '../load-in-node.ts';
import { ProjectError } from '../project-error.ts';
import type { RemoteBuild } from '../remote/remote-webpack.ts';
import { checkDefinition } from './check-definition.ts';

const configFile = 'remote.config.ts';

/** The version in a JSON file. Throws `ProjectError` if the file is not JSON. */
export function readVersion(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    const content: { readonly version?: unknown } | null = JSON.parse(text);
    return content?.version;
  } catch (error) {
    throw new ProjectError(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** Reads the remote in a folder: its definition, and the version in its `package.json`. Throws `ProjectError`. */
export async function readProject(root: string): Promise<Omit<RemoteBuild, 'folder'>> {
  for (const file of ['package.json', configFile]) {
    if (!existsSync(join(root, file))) throw new ProjectError(`There is no ${file} in ${root}.`);
  }
  const parsed = versionSchema.safeParse(readVersion(join(root, 'package.json')));
  if (!parsed.success)
    throw new ProjectError('The version in package.json must be three numbers, such as 1.0.0.');

  const place = { root, cache: join(root, 'node_modules/.cache/funnel-remote') };
  const config = { source: root, prefix: 'config', module: `./${configFile}`, place };
  const { default: definition } = await loadInNode<{ default: RemoteDefinition }>(config);
  checkDefinition(definition, configFile);
  return { definition, version: parsed.data, source: root, place };
}

/** Whether a folder is absent, empty or an earlier build, so that nothing is lost with it. */
function isReplaceable(folder: string): boolean {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.length === 0 || (files.includes('remote.json') && !files.includes('package.json'));
}

/**
 * Writes a folder in one step, so that no reader sees half of it. Throws `ProjectError`, and writes nothing, if the folder has
 * other files than those of a build.
 */
export async function replaceFolder<Result>(
  folder: string,
  write: (next: string) => Promise<Result>,
): Promise<Result> {
  if (!isReplaceable(folder))
    throw new ProjectError(
      `${folder} has files that are not of a build, and a build replaces its folder. Name another one with --dir.`,
    );
  const next = `${folder}.next`;
  rmSync(next, { recursive: true, force: true });
  const result = await write(next);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
  return result;
}
