import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import { contentTypes } from '@funnel/release-kit/content/file-types';
import { integrityOf } from '@funnel/release-kit/federation/integrity';

import { ProjectError } from './project-error.ts';

/** The type with which a file is served, or undefined if no such file can be published. */
export const contentTypeOf = (path: string): string | undefined => contentTypes.get(extname(path).slice(1));

/**
 * Whether a bundler has written the file for browsers. JSON and text without a hash in their names are not: they describe the build,
 * such as `remote.json`, or name licenses.
 */
const isForBrowsers = (path: string): boolean =>
  !/\.(?:json|txt)$/.test(path) || /\.[0-9a-f]{8,}\.\w+$/.test(path);

/** Every file below a folder, sorted, with `/` between the parts. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .sort();
}

/** Source maps, compressed copies, and what bundlers write about a build into its folder. */
const aboutBuild = /\.(?:map|br|gz)$|^(?:remote|stats|manifest|mf-manifest|mf-stats)\.json$|\.LICENSE\.txt$/;

/**
 * Names the files that are not published, so that a page which requests them finds nothing, each with the reason. Files about the
 * build are not named, because no page requests them.
 */
export const describeLeftOut = (folder: string): string[] =>
  listFiles(folder)
    .filter((path) => !aboutBuild.test(path))
    .flatMap((path) => {
      if (!contentTypeOf(path))
        return [`${path} is left out, because files of this type cannot be published.`];
      return isForBrowsers(path)
        ? []
        : [`${path} is left out, because the names of JSON and text need a hash, as in data.0a1b2c3d.json.`];
    });

/** Throws `ProjectError` for a file that is elsewhere on the machine, because what is published can be read by anyone. */
function requireInside(folder: string, path: string): void {
  const target = realpathSync(join(folder, path));
  if (!target.startsWith(join(realpathSync(folder), sep)))
    throw new ProjectError(
      `${path} leads out of ${folder} by a symbolic link, to ${target}. Put the file itself into the folder, or remove the link.`,
    );
}

/** Path to sha384, size and type of each file that a browser may request. Throws `ProjectError` if a link leads out of the folder. */
export function describeFiles(folder: string) {
  const described = listFiles(folder).flatMap((path) => {
    const type = contentTypeOf(path);
    if (!type || !isForBrowsers(path)) return [];
    requireInside(folder, path);
    const bytes = readFileSync(join(folder, path));
    const integrity = integrityOf(bytes);
    return [[path, { integrity, bytes: bytes.length, type }] as const];
  });
  return Object.fromEntries(described);
}
