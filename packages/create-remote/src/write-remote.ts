import { cpSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isCleanPagePath } from '@funnel/contracts/page-paths';
import { nameSchema } from '@funnel/contracts/release';

export interface NewRemote {
  /** Without `mfe-`. */
  readonly name: string;
  /** The path of its first screen. */
  readonly path: string;
}

const ownFile = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const templates = ownFile('templates');

/** The version of this package, which is that of all packages that teams install. */
const { version: packageVersion }: { version: string } = JSON.parse(
  readFileSync(ownFile('package.json'), 'utf8'),
);

/** Returns why no remote can have this name or this path, or null. */
export function whyUnusable({ name, path }: NewRemote): string | null {
  const withoutPrefix = name.replace(/^(mfe-)+/, '');
  if (withoutPrefix !== name) return `Give the name without mfe-, such as ${withoutPrefix}.`;
  if (!/^[a-z][a-z0-9-]*[a-z0-9]$/.test(name) || !nameSchema.safeParse(`mfe-${name}`).success)
    return `"${name}" is not a name: use 2 to 27 lowercase letters, digits and hyphens, starting with a letter.`;
  if (path === '/' || !isCleanPagePath(path))
    return `"${path}" is not a path for a screen: use lowercase letters, digits and hyphens between slashes, without a slash at the end, and not one of the service, such as /api. Example: --path /survey`;
  return null;
}

/** The text of a template for one remote. The template is a complete remote, with these names as placeholders. */
const fillIn = (text: string, { name, path }: NewRemote): string =>
  text
    .replaceAll('/example-path', path)
    .replaceAll('mfe-example', `mfe-${name}`)
    .replaceAll('example.remote', `${name}.remote`)
    .replaceAll('package-version', packageVersion)
    .replaceAll("'Example'", `'${(name[0] ?? '').toUpperCase()}${name.slice(1).replaceAll('-', ' ')}'`);

/**
 * Writes the remote's folder from the template: as a workspace of the product's repository, or as a repository of its own,
 * which installs everything from packages.
 */
export function writeRemote(remote: NewRemote, folder: string, kind: 'workspace' | 'repository'): void {
  cpSync(join(templates, 'remote'), folder, { recursive: true });
  if (kind === 'repository') {
    cpSync(join(templates, 'repository'), folder, { recursive: true });
    // npm leaves a file with its real name out of a package.
    renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => statSync(join(folder, path)).isFile())) {
    const path = join(folder, file);
    writeFileSync(path, fillIn(readFileSync(path, 'utf8'), remote));
    renameSync(path, join(folder, fillIn(file, remote)));
  }
}
