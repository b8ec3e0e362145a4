import { remoteManifestSchema } from '@funnel/contracts/release';
import * as z from 'zod';

import { inRoot } from '../repository.ts';

export const remoteSchemaFile = inRoot('docs/contracts/remote.schema.json');

/** The JSON schema of `remote.json`, for tools that are not written in TypeScript. */
export const remoteSchema = () => ({
  title: 'remote.json',
  description: 'Everything that shell and service need to know about one version of a remote.',
  ...z.toJSONSchema(remoteManifestSchema),
});
