import { experimentSchema } from '@funnel/contracts/experiments';
import { firstScreenSchema, remoteManifestSchema } from '@funnel/contracts/release';
import * as z from 'zod';

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

/** Returns what is wrong with a remote's definition, with the place of each mistake, or null. */
export function definitionMistakes(definition: unknown): string | null {
  const { error } = definitionSchema.safeParse(definition);
  return error ? z.prettifyError(error) : null;
}
