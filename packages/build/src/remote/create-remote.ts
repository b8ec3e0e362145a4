import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { nameSchema } from '@funnel/contracts/release';

import type { RemoteDefinition } from '../definition.ts';
import { listFiles } from '../files.ts';
import { inRoot, remoteNames } from '../repository.ts';

interface NewRemote {
  /** Without `mfe-`. */
  readonly name: string;
  /** The path of its first screen. */
  readonly path: string;
}

/** Paths that the service answers itself. */
const servicePaths = /^\/(api|assets|console|healthz|metrics|readyz|remotes)(\/|$)/;

/** Every path of the remotes in the repository, with the remote that owns it. */
export async function readPathOwners(): Promise<ReadonlyMap<string, string>> {
  const owned = remoteNames.map(async (name) => {
    const file = pathToFileURL(inRoot(name, 'remote.config.ts')).href;
    const { default: definition }: { default: RemoteDefinition } = await import(file);
    return definition.paths.map((path) => [path, name] as const);
  });
  return new Map((await Promise.all(owned)).flat());
}

/** Returns why the remote cannot be created, or null. */
export function whyInvalid({ name, path }: NewRemote, owners: ReadonlyMap<string, string>): string | null {
  if (!/^[a-z][a-z0-9-]*[a-z0-9]$/.test(name) || !nameSchema.safeParse(`mfe-${name}`).success)
    return `"${name}" is not a name: use 2 to 27 lowercase letters, digits and hyphens, starting with a letter.`;
  if (!/^(\/[a-z0-9-]+)+$/.test(path) || servicePaths.test(path))
    return `"${path}" is not a path for a screen. Example: --path /survey`;
  if (existsSync(inRoot(`mfe-${name}`))) return `The folder mfe-${name} exists already.`;
  const owner = owners.get(path);
  return owner ? `${path} belongs to ${owner}.` : null;
}

/** The text of a template for one remote. The template is a complete remote, with these names as placeholders. */
const fillIn = (text: string, { name, path }: NewRemote): string =>
  text
    .replaceAll('/example-path', path)
    .replaceAll('mfe-example', `mfe-${name}`)
    .replaceAll('example.remote', `${name}.remote`)
    .replaceAll("'Example'", `'${(name[0] ?? '').toUpperCase()}${name.slice(1).replaceAll('-', ' ')}'`);

/** Writes the remote's folder from the template. */
export function writeRemote(remote: NewRemote, folder: string): void {
  cpSync(inRoot('packages/build/templates/remote'), folder, { recursive: true });
  for (const file of listFiles(folder)) {
    const path = join(folder, file);
    writeFileSync(path, fillIn(readFileSync(path, 'utf8'), remote));
    renameSync(path, join(folder, fillIn(file, remote)));
  }
}

/** The text of CODEOWNERS with one line more, after the other remotes: the team has the remote's name. */
export function withOwner(codeowners: string, name: string): string {
  const lines = codeowners.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('/mfe-'));
  const [organization = '@candela'] = /@[\w-]+(?=\/)/.exec(lines[last] ?? '') ?? [];
  const owner = `${`/mfe-${name}/`.padEnd(28)} ${organization}/${name}`;
  return lines.toSpliced(last + 1, 0, owner).join('\n');
}
