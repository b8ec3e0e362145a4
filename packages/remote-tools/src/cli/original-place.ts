import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

import { ProjectError } from '../project-error.ts';

/** A place in a published script, as the console shows it: `/remotes/mfe-quiz/1.1.0/remote.1a2b3c4d.js:1:2345`. */
const publishedPlace =
  /^\/remotes\/(?<name>[^/]+)\/(?<version>[^/]+)\/(?<file>[\w.-]+\.js):(?<line>\d+):(?<column>\d+)$/;

/**
 * Returns the place in the sources, such as `src/start-screen.tsx:12:5`. Lines and columns begin at 1.
 * @param folder has the source maps in a folder for each version
 * @throws ProjectError if the place is no place of this remote, or its source map is absent
 */
export function originalPlace(place: string, remote: string, folder: string): string {
  const { name, version = '', file = '', line, column } = publishedPlace.exec(place)?.groups ?? {};
  if (name !== remote)
    throw new ProjectError(
      `"${place}" is no place in a script of ${remote}. Example: /remotes/${remote}/1.0.0/remote.1a2b3c4d.js:1:2345`,
    );
  const path = join(folder, version, `${file}.map`);
  if (!existsSync(path))
    throw new ProjectError(
      `There is no ${path}. Take the source maps from where version ${version} was built with --source-maps.`,
    );
  const entry = new SourceMap(JSON.parse(readFileSync(path, 'utf8'))).findEntry(
    Number(line) - 1,
    Number(column) - 1,
  );
  // Beyond the end of the script, the last entry is returned.
  if (!('originalSource' in entry) || !entry.originalSource || entry.generatedLine !== Number(line) - 1)
    throw new ProjectError(`The source map has no source for "${place}".`);
  const source = entry.originalSource.replace(/^\.\//, '');
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
