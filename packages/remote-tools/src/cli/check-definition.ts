import { experimentSchema } from '@funnel/contracts/experiments';
import { firstScreenSchema, remoteManifestSchema } from '@funnel/contracts/release';
import * as z from 'zod';

import { ProjectError } from '../project-error.ts';

const { name, paths, widgets, screens, titles } = remoteManifestSchema.shape;

/** What `remote.config.ts` has to export. A key that it does not know is likely an optional one, misspelled. */
const definitionSchema = z.strictObject({
  name,
  module: z.string(),
  paths,
  widgets,
  screens,
  firstScreens: z.array(
    z.strictObject({ path: firstScreenSchema.shape.path, topBar: firstScreenSchema.shape.topBar }),
  ),
  titles,
  experiments: z.array(experimentSchema).optional(),
});

/** Throws `ProjectError` with each mistake and its place if the file exports no definition of a remote. */
export function checkDefinition(definition: unknown, file: string): void {
  const { error } = definitionSchema.safeParse(definition);
  if (error) throw new ProjectError(`${file}:\n${z.prettifyError(error)}`);
}
